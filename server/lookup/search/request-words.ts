// What people say around what they look for: "hello, I need a module that lets our company …". Such
// words say nothing of the module, and together outweigh the few that do. Left out of questions only.
import { addToGroup } from "../../../data/grouped.js";
import { listEmbeddingWords } from "../../../data/embedding/static-words.js";
import { foldText } from "../../../data/text/tokens.js";

interface Request {
  /** One of them in a question shows that it is a request in this language. */
  readonly signs: string;
  /** Left out then, beside the signs. */
  readonly words: string;
}

/** Written with the words that a person asks with; a form is a word of its own. */
const REQUESTS: readonly Request[] = [
  // English
  {
    signs: `how need needs needed want looking search searching seeking wondering module modules addon
      addons app apps plugin extension hello hi hey thanks please recommend suggest`,
    words: `i we you he they it me us my our your their is are was be am do does did have has there
      any some something anything one a an the this that these which who what how can could should
      would will may might must like wish find get make makes made let lets allow allows allowing
      enable enables help helps able possible way for of to and or in on with by so also just
      company business organisation organization team someone anyone exist exists existing
      available out odoo openerp erp software system tool solution feature functionality function
      good best nice`,
  },
  // Spanish
  {
    signs: `como necesito necesitamos necesita busco buscamos buscando quiero queremos quisiera
      quisieramos modulo modulos complemento hola gracias recomiendan`,
    words: `yo nosotros me nos mi mis nuestro nuestra nuestros un una unos unas el la los las lo de
      del al a en y o que cual como con por para si es son hay algun alguno alguna algo este esta
      esto ese favor poder puede pueda puedan podamos podemos permita permite permitir ayude ayuda
      hacer tener existe forma manera empresa compania aplicacion extension herramienta solucion
      funcionalidad`,
  },
  // French
  {
    signs: `comment besoin cherche cherchons recherche recherchons voudrais voudrions aimerais aimerions
      souhaite souhaitons module modules bonjour merci`,
    words: `je j nous vous on me moi mon ma mes notre nos un une des le la les l du de d a au aux en
      et ou ce cela cet cette qui que qu quoi comment avec pour sur si est sont il y existe quelque
      chose quelqu plait svp pouvoir peut puisse puissions permet permette permettant permettre
      aide aider faire avoir avons ai entreprise societe application extension outil solution
      fonctionnalite moyen`,
  },
  // German
  {
    signs: `wie brauche brauchen benötige benötigen suche suchen möchte möchten will wollen modul module
      erweiterung hallo danke bitte`,
    words: `ich wir mir uns sie man mein meine unser unsere unserer unserem unseren ein eine einen
      einem einer der die das den dem des es und oder zu zum zur in im an auf mit für von womit
      damit welches welche wie was gibt gäbe ist sind hat haben kann können könnte könnten
      ermöglicht erlaubt hilft helfen lässt lassen etwas irgendein irgendeine firma unternehmen
      betrieb anwendung app werkzeug lösung funktion möglichkeit`,
  },
  // Italian
  {
    signs: `come serve servirebbe bisogno cerco cerchiamo cercando vorrei vorremmo voglio vogliamo modulo
      moduli ciao buongiorno salve grazie`,
    words: `io noi mi ci mio mia nostro nostra nostri un uno una il lo la i gli le l di del della
      dei da dal a al alla in nel nella su con per e o che cosa come se c è sono esiste qualche
      qualcosa qualcuno favore può possa possiamo potere poter consenta consente consentire permetta
      permette permettere aiuti aiuta fare avere azienda ditta società applicazione estensione
      strumento soluzione funzionalità modo`,
  },
  // Portuguese
  {
    signs: `como preciso precisamos procuro procuramos procurando busco gostaria gostaríamos quero
      queremos módulo módulos olá obrigado obrigada`,
    words: `eu nós me nos meu minha nosso nossa nossos um uma uns umas o a os as de do da dos das
      em no na e ou que qual como com por para se é são há existe algum alguma algo este esta isto
      favor poder pode possa possamos podemos permita permite permitir ajude ajuda fazer ter
      empresa companhia aplicativo aplicação extensão ferramenta solução funcionalidade forma
      maneira`,
  },
  // Dutch
  {
    signs: `hoe nodig zoek zoeken wil willen graag module modules uitbreiding hallo bedankt dank`,
    words: `ik wij we je jij mij ons onze mijn een de het dit dat die en of te om in op aan met voor
      van bij waarmee waar welke wat hoe er is zijn bestaat hebben heb kan kun kunt kunnen laat
      laten helpt helpen iets iemand alsjeblieft aub bedrijf firma applicatie app hulpmiddel
      oplossing functie functionaliteit manier`,
  },
  // Catalan
  {
    signs: `necessito necessitem cerco cerquem busco busquem vull volem voldria voldríem mòdul
      mòduls gràcies`,
    words: `jo nosaltres em ens meu meva nostre nostra un una el la els les l de d del dels a al
      en i o que quin com amb per si és són hi ha algun alguna alguna cosa aquest plau sisplau
      poder pot pugui puguem permeti permet permetre ajudi ajuda fer tenir empresa companyia
      aplicació extensió eina solució funcionalitat manera`,
  },
  // Polish
  {
    signs: `potrzebuję potrzebujemy potrzebny szukam szukamy chcę chcemy chciałbym chcielibyśmy moduł
      modułu moduły witam cześć dziękuję`,
    words: `ja my mi nam mój moja nasz nasza naszej naszego w we na z ze do dla od o i lub czy że
      aby żeby jak co który która które jest są istnieje jakiś jakaś coś ten ta to proszę może
      można możemy pozwala pozwoli pozwalający umożliwia pomaga pomoże mieć firma firmy firmie
      aplikacja rozszerzenie narzędzie rozwiązanie funkcja sposób`,
  },
  // Russian
  {
    signs: `нужен нужна нужно ищу ищем хочу хотим хотели модуль модули модуля здравствуйте привет
      спасибо подскажите`,
    words: `я мы мне нам мой моя наш наша нашей нашего в во на с со из от до для о и или ли бы что
      чтобы как какой какая который которая которое есть существует это этот какой то пожалуйста
      может можно можем позволяет позволит позволяющий помогает поможет сделать иметь компания
      компании фирма фирмы приложение расширение инструмент решение функция способ`,
  },
];

/** Of Chinese and Japanese, which set no spaces: signs and what is cut out with them. */
const UNSPACED_REQUESTS: readonly { readonly sign: RegExp; readonly cut: RegExp }[] = [
  {
    sign: /需要|有没有|请问|想要|寻找|模块/u,
    cut: /需要|有没有|请问|想要|寻找|我们的?|我|你好|谢谢|一个|一种|什么|怎么|可以|能够|公司|模块|应用|功能|吗/gu,
  },
  {
    sign: /モジュール|アプリ|探して|必要|ください|ありますか/u,
    cut: /モジュール|アプリ|(?:を|が)?(?:探して|必要)(?:い?ます|です)?|ください|ありますか|できる|したい|ための|ような|私たちの?|会社/gu,
  },
];

/** Shorter questions are keywords, and every one counts. */
const LEAST_WORDS = 5;

let droppedBySign: ReadonlyMap<string, readonly ReadonlySet<string>[]> | undefined;

function listDropped(): ReadonlyMap<string, readonly ReadonlySet<string>[]> {
  const bySign = new Map<string, ReadonlySet<string>[]>();
  for (const { signs, words } of REQUESTS) {
    const dropped = new Set(listEmbeddingWords(`${signs} ${words}`));
    for (const sign of listEmbeddingWords(signs)) {
      addToGroup(bySign, sign, dropped);
    }
  }
  return bySign;
}

/**
 * The question without the words of the request; as it is where it is short, where nothing shows that
 * it is a request, and where nothing would be left of it.
 */
export function dropRequestWords(question: string): string {
  const words = listEmbeddingWords(question);
  if (words.length < LEAST_WORDS) return question;
  const folded = foldText(question);
  const unspaced = UNSPACED_REQUESTS.filter(({ sign }) => sign.test(folded));
  const bySign = (droppedBySign ??= listDropped());
  const dropped = words.flatMap((word) => bySign.get(word) ?? []);
  if (unspaced.length === 0 && dropped.length === 0) return question;
  const rest = listEmbeddingWords(
    unspaced.reduce((text, { cut }) => text.replace(cut, " "), question),
  ).filter((word) => !dropped.some((set) => set.has(word)));
  return rest.length === 0 ? question : rest.join(" ");
}
