// German texts of the cause list, its value shapes and the playbook.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { causes as english } from '../../en/fix/causes.ts'

export const causes = {
  head: '{problems, plural, one {# Problem} other {# Probleme}} in {accounts, plural, one {# Konto} other {# Konten}}',
  listed: 'die ersten {listed, number} von {causes, number} Ursachen',
  listedHint:
    'Diese machen die meisten Konten fehlerfrei. Die übrigen folgen, sobald diese korrigiert sind; errors.csv nennt jedes Problem.',
  pass: 'Durchgang {pass, number}',
  passHint:
    'Wie oft der Dienst diese Konten geprüft hat. Regeln über mehrere Felder prüft er erst, wenn jedes einzelne Feld stimmt; ein weiterer Durchgang kann also neue Probleme zeigen.',
  looking: 'Wird neu gezählt…',
  inOrder: 'Neu sortieren',
  inOrderHint: 'Die Reihenfolge bleibt, während Sie arbeiten.',
  freesNoneHint:
    '{all, plural, one {# Konto hat auch andere Probleme.} other {Jedes der # Konten hat auch andere Probleme.}}',
  freesHint: '{accounts, plural, one {# Konto hat} other {# Konten haben}} kein anderes Problem.',
  accounts: '{n, plural, one {# Konto} other {# Konten}}',
  emptySample: 'leer',
  cures: {
    replace: '„{find}“ durch „{with}“ ersetzen',
    set: 'Auf {text} setzen',
    clear: '{cells, plural, one {# Wert} other {# Werte}} leeren',
    clearAll: 'Alle Werte leeren',
    change: '„{from}“ in {to} ändern',
    changeSeveral: '{values, number} Werte ändern, etwa „{from}“ in {to}',
    take: 'Aus {column} kopieren',
    phone: 'Als Telefonnummern mit Land schreiben',
    phoneOf: 'Als Telefonnummern von {region} schreiben',
    phoneBare: 'Fehlende 0 ergänzen und als Telefonnummern von {region} schreiben',
    date: 'Daten wie {from} als {to} schreiben',
    numberPoint: 'Zahlen mit Dezimalpunkt schreiben',
    numberComma: 'Zahlen mit Dezimalkomma schreiben',
    pad: 'Führende Nullen bis {length, number} Ziffern ergänzen',
    shorten: 'Auf {length, number} Zeichen kürzen',
    tidy: 'Überzählige Leerzeichen und unsichtbare Zeichen entfernen',
    digits: 'Nur die Ziffern behalten',
    fillDown: 'Von der Zeile darüber ausfüllen',
    split: 'Einen Teil des Textes behalten',
  },
  cureUnblocks: '{what} · {accounts, number} fehlerfrei',
  cureSolves: '{what} · löst {problems, plural, one {# Problem} other {# Probleme}}',
  cureUnblocksOf: '{what} · {accounts, number} von {of, number} der Stichprobe fehlerfrei',
  cureSolvesOf:
    '{what} · löst {problems, plural, one {# Problem} other {# Probleme}} in {of, number} Konten der Stichprobe',
  cureRevalidates: '{what} · {accounts, number} neu zu prüfen',
  cureRevalidatesOf: '{what} · {accounts, number} von {of, number} der Stichprobe neu zu prüfen',
  cureSample:
    'In einer Stichprobe gezählt: {of, number} von {accounts, number} Konten, gleichmäßig über die Datei verteilt.',
  counting: 'Es wird gezählt, was hilft…',
  noCure: 'Keine gemeinsame Korrektur: siehe Zeilen',
  otherCures: 'Weitere Korrekturen, die helfen',
  accountsWord: '{n, plural, one {Konto} other {Konten}}',

  samples: 'Zum Beispiel {samples}',
  sample: '„{text}“',

  playbook: 'Erfahrungen',
  addWords: 'Notiz für Ihr Team…',
  wordsLabel: 'Notiz des Teams zu {code}',
  wordsHint: 'Strg+Eingabe speichert, Esc bricht ab.',
  save: 'Speichern',
  editWords: 'Notiz ändern',
  wordsSaved: 'In den Erfahrungen gespeichert.',
  wordsRemoved: 'Aus den Erfahrungen entfernt.',
  noCode: 'Probleme ohne Code',

  worked:
    '{times, plural, =1 {einmal} =2 {zweimal} other {#-mal}} erfolgreich, {gone, plural, one {# Problem} other {# Probleme}} behoben',
  workedHint: 'Öffnet den Dialog mit dieser Korrektur. Er zeigt zuerst, was sich ändern würde.',
  forget: 'Diese Korrektur vergessen: {words}',
  forgotten: 'Diese Korrektur ist mit ihren Werten vergessen.',
  moreWorked: '{n, plural, one {# weitere Korrektur} other {# weitere Korrekturen}} mit Erfolg',
  noColumn: 'Dieses Blatt hat keine Spalte mit dem Namen, aus der diese Korrektur kopiert.',
} as const satisfies Translation<typeof english>
