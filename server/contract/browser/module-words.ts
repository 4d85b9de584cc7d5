// What an export of `ir.module.module` is told by, in the languages that Odoo is translated into: its own catalogs, 14.0 to
// 19.0, in lower case.

/** States of what is installed or about to be, as Odoo stores and as it shows them. */
export const INSTALLED_STATES: ReadonlySet<string> = toWords(`
  a actualizar | a instalar | a ser atualizado | a ser instalado | a serem atualizados | akan dipasang
  asennettavat | asennettu | att uppgradera | bereit für upgrade | bij te werken | biti će instaliran
  biće instaliran | bude upgradován | bus atnaujinta | bus įdiegta | da aggiornare | da avanzare
  da installare | de actualizat | der skal installeres | der skal opgraderes | do aktualizacji
  do zainstalowania | eguneratzeko | frissítendő | geïnstalleerd | instalado | instalat | instalatua
  instalatzeko | instaliran | instalirano | installato | installed | installerad | installeret | installert
  installiert | installé | instalováno | instal·lat | jāatjaunina | jāinstalē | k instalaci
  kommer att installeras | na aktualizáciu | na nainštalovanie | nainštalované | nameščeno
  označen za instalaciju | o‘rnatilgan | o‘rnatilishi kerak | paigaldamise ootel | paigaldatud
  per ser actualitzat | per ser instal·lat | por actualizar | por instalar | päivitettävät | quraşdırmaq üçün
  quraşdırılıb | skal installeres | skal oppgraderes | sẽ được cài đặt | sẽ được nâng cấp | te installeren
  te upgraden | tehtävät versionkorotukset | telepítendő | telepített | terpasang | to be installed
  to be upgraded | to install | to upgrade | treba biti nadograđeno | untuk diupgrade | uuendamist ootavad
  uzstādīti | va fi instalat | yangilanishi kerak | yeniləmək üçün | yüklenecek | yüklü | yükseltilecek
  za nadgradnjo | za nadogradnju | za namestiti | zainstalowano | zu installieren | à installer
  à mettre à jour | đã cài đặt | įdiegta | εγκατεστημένο | προς αναβάθμιση | προς εγκατάσταση
  буде встановлено | буде оновлено | будет обновлено | будет установлено | встановлено | для обновления
  для установки | инсталиран | к обновлению | к установке | подлежи на придвижване към по-нова версия
  суулгагдах | суулгасан | установлен | установлено | шинэчлэгдэх | ще бъде инсталиран | להתקנה | לשדרוג
  מותקן | بانتظار التثبيت | بانتظار الترقية | باید ارتقا یابد | باید نصب شود | برای ارتقا | برای نصب
  برپاسازی شد | تم التثبيت | في انتظار التثبيت | للترقية | مثبَت | इंस्टॉल किया गया | ติดตั้งแล้ว
  ที่จะถูกติดตั้ง | ที่จะถูกอัพเกรด | ដើម្បីអាចដំឡើង | ដើម្បីអាចបានប្រសើរ | បានដំឡើង | アップグレード対象 | インストールする
  インストール済 | 将被升级 | 将被安装 | 将要升级的 | 将要安装的模块 | 將要升級的 | 將要安裝的模組 | 已安装 | 已安裝 | 待升级 | 待安装 | 설치됨 | 설치할 모듈 | 업그레이드 예정`);

/** Heads of the column of technical names. */
export const NAME_HEADS: ReadonlySet<string> = toWords(`
  nama teknis | nazwa techniczna | nom technique | nom tècnic | nombre técnico | nome tecnico | nome técnico
  nume tehnic | technical name | technical_name | technický název | technický názov | technikai név
  techninis pavadinimas | technische bezeichnung | technische naam | technischer name | tehniline nimi
  tehniskais nosaukums | tehnički naziv | tehničko ime | tehnični naziv | teknik adı | tekninen nimi
  teknisk navn | tekniskt namn | texnik nom | texniki ad | tên kỹ thuật | τεχνική ονομασία | техникийн нэр
  техническое имя | техническое название | технічна назва | שם טכני | الاسم التقني | نام فنی | तकनीकी नाम
  ชื่อทางเทคนิค | ტექნიკური სახელი | 技术名称 | 技術名称 | 技術名稱 | 기술 이름`);

function toWords(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(/[|\n]/)
      .map((word) => word.trim())
      .filter(Boolean),
  );
}
