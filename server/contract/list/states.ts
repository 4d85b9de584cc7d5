// States of `ir.module.module`: which of them say that a module is installed, or is about to be.
import type { ListCollector } from "./collect-list.js";

/**
 * Keys of states, and their labels in the languages of `base/i18n` of the platform: installed 14.0 to 19.0, the others 16.0 to
 * 18.0. Installed, to be installed, to be upgraded.
 */
const INSTALLED = toWords(`
  installed | to install | to upgrade | to be installed | to be upgraded
  asennettu | geïnstalleerd | instalado | instalat | instalatua | instaliran | instalirano | installato | installerad | installeret
  installert | installiert | installé | instalováno | instal·lat | nainštalované | nameščeno | o‘rnatilgan | paigaldatud | quraşdırılıb
  telepített | terpasang | uzstādīti | yüklü | zainstalowano | đã cài đặt | įdiegta | εγκατεστημένο | встановлено | инсталиран
  суулгасан | установлен | установлено | מותקן | برپاسازی شد | تم التثبيت | مثبَت | इंस्टॉल किया गया | ติดตั้งแล้ว | បានដំឡើង
  インストール済 | 已安装 | 已安裝 | 설치됨
  a instalar | a ser instalado | akan dipasang | asennettavat | biti će instaliran | biće instaliran | bus įdiegta | da installare
  der skal installeres | do zainstalowania | k instalaci | kommer att installeras | na nainštalovanie | označen za instalaciju
  paigaldamise ootel | para instalar | per ser instal·lat | por instalar | quraşdırmaq üçün | skal installeres | sẽ được cài đặt
  te installeren | telepítendő | va fi instalat | yüklenecek | zu installieren | à installer | προς εγκατάσταση | буде встановлено
  для установки | суулгагдах | להתקנה | بانتظار التثبيت | برای نصب | ที่จะถูกติดตั้ง | インストールする | 将被安装 | 將要安裝的模組 | 설치할 모듈
  a actualizar | a ser atualizado | a serem atualizados | para atualizar | att uppgradera | bereit für upgrade | bij te werken
  bude upgradován | bus atnaujinta | da aggiornare | da avanzare | de actualizat | der skal opgraderes | do aktualizacji | frissítendő
  na aktualizáciu | per ser actualitzat | por actualizar | päivitettävät | skal oppgraderes | sẽ được nâng cấp | treba biti nadograđeno
  uuendamist ootavad | yeniləmək üçün | yükseltilecek | za nadogradnju | zu aktualisieren | à mettre à jour | προς αναβάθμιση
  буде оновлено | для обновления | шинэчлэгдэх | לשדרוג | بانتظار الترقية | برای ارتقا | ที่จะถูกอัพเกรด | アップグレード対象 | 将被升级
  將要升級的 | 업그레이드 예정
  ще бъде инсталиран | подлежи на придвижване към по-нова версия | untuk diupgrade | te upgraden | будет установлено
  будет обновлено | za namestiti | za nadgradnjo | 待安装 | 待升级
`);

/** Other states: to be removed, not installed, not installable. */
const OTHERS = toWords(`
  uninstalled | uninstallable | to remove | not installed | to be removed
  chưa cài đặt | ei asennettu | ikke installeret | ikke installert | inte installerad | neinstalat | neinstaliuota | nem telepített
  nenainštalované | není instalováno | nicht installiert | niet geïnstalleerd | niezainstalowane | nije instaliran | nije instalirano
  no instalado | no instal·lat | non installato | non installé | não instalado | pole paigaldatud | quraşdırılmayıb | tidak terpasang
  yüklü değil | μη εγκατεστημένο | не встановлений | не установлен | суугаагүй | לא מותקן | غير مثبت | نصب نشده | ไม่ถูกติดตั้ง
  未インストール | 未安装 | 未安裝 | 설치되지 않음
  a eliminar | a remover | bude odstraněn | bus pašalinta | da rimuovere | do usunięcia | eemaldamisel | eltávolítandó | kaldırılacak
  kommer att tas bort | na odstránenie | para remover | per ser eliminat | poistettavat | por eliminar | silmək üçün | skal fjernes
  sẽ bị gỡ bỏ | te verwijderen | va fi eliminat | vil blive fjernet | za brisanje | za ukloniti | zu entfernen | à désinstaller
  προς διαγραφή | буде вилучено | для удаления | устгагдана | להסרה | بانتظار الإزالة | برای برداشته‌شدن | ที่จะถูกถอนการติดตั้ง | 対象削除
  将被移除 | 將要移除的模組 | 제거할 모듈
  avinstallerbar | desinstalable | ei-poistettavissa | eltávolíthatatlan | ikke installerbar | ikke installerbart | kaldırılamaz
  không thể cài đặt | không thể cài đặt được | neinstalabil | neišdiegiamas | nemoguće deinstalirati | nenainštalovateľné
  nicht installierbar | nieinstalowalne | niet verwijderbaar | nije za instalaciju | non installabile | non installable | não instalável
  odinstalovatelný | pole eemaldatav | silinəbilən | tidak dapat dipasang | можна вилучити | не устанавливаемый | суулгах боломжгүй
  הסרת התקנה | غیر قابل حذف | يمكن إلغاء تثبيته | ไม่สามารถถอนการติดตั้งได้ | インストール不能 | 可卸載 | 可卸载 | 설치 제거 가능
  не е инсталиран | ще бъде премахнат | неинсталируем | no instal·lable | no se puede desinstalar | untuk dihapus | a ser removido
  desinstalável | будет удалено | деинсталляция | ni nameščen | za odstranitev | nenamestljivo | 待移除 | 不可安装
`);

/** Answers of a column whose head asks whether a module is installed, or that has none. */
const YES = toWords(
  "yes|y|true|t|1|x|oui|sí|si|sì|ja|sim|tak|da|да|так|kyllä|evet|igen|ναι|はい|是|✓|✔|✔️|✅|☑|(/)|(y)",
);
const NO = toWords(
  "no|n|false|f|0|-|non|nein|não|nao|nee|nej|nei|ei|nie|ne|нет|ні|hayır|nem|όχι|いいえ|否|✗|✘|❌|☐|(x)|(n)",
);

/** Progress of the work on a module, as OpenUpgrade's tables of coverage say it. No state of the platform begins so. */
const PROGRESS =
  /^(?:done|partial|nothing to do|in progress|not started|to ?do|wip|works?|migrated|ported|pending)\b/i;

function toWords(text: string): ReadonlySet<string> {
  return new Set(text.split(/[|\n]/).map(fold).filter(Boolean));
}

/** Folds typed and exported cells: one case, one form of accents. */
function fold(cell: string): string {
  return cell.normalize("NFC").trim().toLowerCase();
}

export function isState(cell: string): boolean {
  const word = fold(cell);
  return INSTALLED.has(word) || OTHERS.has(word);
}

/** @param isAsked whether a head asks for it, so that a sign or a letter says it */
export function isYesOrNo(cell: string, isAsked = false): boolean {
  const word = fold(cell);
  return (YES.has(word) || NO.has(word)) && (isAsked || /\p{L}{2}|\p{So}|^[^ -~]$/u.test(word));
}

export function isProgress(cell: string): boolean {
  return PROGRESS.test(cell.trim());
}

/** A module with its state, where something says it. */
export function addModuleRow(name: string, state: string | undefined, list: ListCollector): void {
  const word = fold(state ?? "installed");
  if (INSTALLED.has(word) || YES.has(word)) list.addModule(name);
  else if (OTHERS.has(word) || NO.has(word) || word === "") list.leaveOut("not_installed", name);
  else list.leaveOut("unknown_state", `${name}: ${state}`);
}
