// German texts of the fixes that interpret values: telephone numbers, dates, numbers, digits, lengths.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { value as english } from '../../en/fix/value.ts'

export const value = {
  kinds: {
    phone: { label: 'Telefonnummern', hint: 'Gültige Nummern in einer Form, mit Land' },
    date: { label: 'Datumsangaben', hint: 'Von einer Schreibweise in eine andere' },
    number: { label: 'Zahlen', hint: 'Dezimalkomma oder -punkt, Tausender, Währung' },
    digits: { label: 'Nur Ziffern behalten', hint: 'Alles andere wird entfernt' },
    pad: { label: 'Führende Nullen', hint: 'Nullen ergänzen, bis zu einer Länge' },
    shorten: { label: 'Kürzen', hint: 'Längere Texte werden abgeschnitten' },
  },

  region: 'Land der Nummern ohne +',
  regionPlaceholder: 'Keines: nur Nummern mit +',
  regionHint: 'Was dort keine gültige Nummer ist, bleibt unverändert.',
  form: 'Schreibweise',
  forms: {
    e164: { label: '+442079460123', hint: '+ und Ziffern' },
    international: { label: '+44 20 7946 0123', hint: '+ und Leerzeichen' },
    national: { label: '02079460123', hint: 'Ziffern, wie im eigenen Land gewählt' },
  },
  bare: 'Auch Nummern korrigieren, denen die führende 0 oder das + fehlt',
  bareHint: 'Prüfen Sie die Vorschau.',

  dateFrom: 'Geschrieben als',
  foundIn: '{cells, plural, one {# Zelle} other {# Zellen}}',
  reads: '{text} ist {day}',
  readsAs: 'wie in {text}',
  eitherWay: 'Tag und Monat sind nicht eindeutig. Wählen Sie, wie diese gemeint sind.',
  dateOwn: 'Anderes Muster',
  dateOwnHint: 'Zum Beispiel dd.MM.yyyy, d/M/yy oder dd MMM yyyy.',
  noDates: 'Hier wurde kein Datum erkannt.',
  dateTo: 'Schreiben als',
  dateToHint: 'Wie die Zuordnung sie liest.',
  firstYear: 'Zweistellige Jahre beginnen mit',
  firstYearHint: '00 bis 99 sind {first} bis {last}.',
  tooManyPatterns: 'Eine Korrektur liest höchstens acht Muster. Entfernen Sie einige.',
  patternTooLong: 'Ein Muster hat höchstens 60 Zeichen.',

  writing: 'Geschrieben als',
  writingPlaceholder: 'Schreibweise wählen',
  writingOpen:
    'Diese Werte lassen sich auf zwei Arten lesen oder auf keine. Wählen Sie, wie sie gemeint sind.',
  decimalTo: 'Dezimalzeichen danach',
  decimals: { '.': 'Punkt: 1234.50', ',': 'Komma: 1234,50' },
  currency: 'Währungszeichen entfernen',

  plus: '+ am Anfang behalten',
  digitsBody:
    'Leerzeichen, Klammern, Buchstaben und Zeichen werden entfernt. Eine Zelle ohne Ziffer bleibt unverändert.',
  padLength: 'Ziffern insgesamt',
  padHint: 'Nur Zellen, die nichts als Ziffern enthalten, erhalten Nullen.',
  shortenLength: 'Höchstzahl der Zeichen',
  shortenHint: 'Der abgeschnittene Text wird nicht gesendet. Die Datei behält ihn.',
  atWord: 'Nach einem ganzen Wort abschneiden',
  wrongLength: 'Geben Sie eine ganze Zahl von 1 bis {most, number} ein.',

  proposed: '{choice}?',
  useProposed: '„{value}“ wird {choice}',
  useAll: '{n, number} Vorschläge übernehmen',
  moreValues:
    '{n, plural, one {# weiterer Wert ist} other {# weitere Werte sind}} nicht gezeigt. Korrigieren Sie zuerst die häufigen.',
  countedTo: 'Bis Zeile {row, number} gezählt: Es gibt zu viele verschiedene Werte.',

  kept: 'Korrekturen, die helfen, werden in den Erfahrungen gespeichert.',
  keptWithValues:
    'Korrekturen, die helfen, werden in den Erfahrungen gespeichert, mit dem, was hier eingetragen ist.',
  keptWithoutValues:
    'Korrekturen, die helfen, werden ohne diesen Text in den Erfahrungen gespeichert: Das Feld ist vertraulich.',

  open: {
    date: 'Wählen Sie, wie die Daten geschrieben sind.',
    dateTo: 'Wählen Sie, wie die Daten geschrieben werden sollen.',
    number: 'Wählen Sie, wie die Zahlen geschrieben sind.',
    pad: 'Geben Sie an, wie viele Ziffern es insgesamt sein sollen.',
    shorten: 'Geben Sie an, wie viele Zeichen bleiben dürfen.',
  },
} as const satisfies Translation<typeof english>
