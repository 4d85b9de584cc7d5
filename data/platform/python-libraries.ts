// Libraries of every server: Python's own modules, those of 3.7 to 3.12, and requirements of the
// platform (requirements.txt of Odoo 12.0 to 19.0), by their names in code.

/** Whether every server has a library, by the first part of its name. */
export const isAlwaysThere = (name: string): boolean => KNOWN.has(name);

const KNOWN: ReadonlySet<string> = new Set(
  (
    "__future__ abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 " +
    "bdb binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs " +
    "codeop collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg " +
    "crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email " +
    "encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions " +
    "ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac " +
    "html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 " +
    "linecache locale logging lzma macpath mailbox mailcap marshal math mimetypes mmap modulefinder " +
    "msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator " +
    "optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib " +
    "posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue " +
    "quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve " +
    "shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile " +
    "sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol " +
    "symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading " +
    "time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types " +
    "typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound " +
    "wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo" +
    " " +
    "odoo openerp babel chardet cryptography dateutil decorator docutils freezegun geoip2 gevent greenlet " +
    "idna jinja2 sass lxml lxml_html_clean markupsafe mock num2words ofxparse passlib PIL polib psutil " +
    "psycopg2 pydot OpenSSL PyPDF2 pypdf serial pytz ldap usb qrcode reportlab requests rjsmin stdnum " +
    "urllib3 vobject werkzeug xlrd xlsxwriter xlwt zeep magic asn1crypto cbor2 openpyxl setuptools " +
    "pkg_resources html2text feedparser suds vatnumber zope cachetools yaml"
  ).split(" "),
);
