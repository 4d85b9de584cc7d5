// Names of Python packages for pip; manifests may use others.

/** Names of imports that manifests have in place of packages, as setuptools-odoo takes them. */
const PACKAGES_OF_IMPORTS: Readonly<Record<string, string>> = {
  asterisk: "py-Asterisk",
  coda: "pycoda",
  cups: "pycups",
  dateutil: "python-dateutil",
  ldap: "python-ldap",
  serial: "pyserial",
  suds: "suds-jurko",
  stdnum: "python-stdnum",
  "crypto-cipher-des3": "pycrypto",
  openssl: "pyOpenSSL",
};

/** The distribution that has a package which manifests name; case and signs as in PEP 503. */
export function toPackageName(name: string): string {
  return Object.hasOwn(PACKAGES_OF_IMPORTS, name) ? (PACKAGES_OF_IMPORTS[name] ?? name) : name;
}
