// German texts for holding and excluding one or many accounts, and for ending either.
import type { Translation } from '../../../../../shared/texts/texts.ts'
import type { decide as english } from '../../../en/fix/decisions/decide.ts'

export const decide = {
  bar: 'Was mit Konten geschieht',
  selected: '{n, plural, one {# Konto} other {# Konten}} ausgewählt',
  ofSelected: '{n, plural, one {# ausgewähltes Konto} other {# ausgewählte Konten}}',
  ofRows: 'die Konten {n, plural, one {der # gezeigten Zeile} other {der # gezeigten Zeilen}}',
  allShown:
    '{n, plural, one {Aktionen für die angezeigte Zeile} other {Aktionen für alle # angezeigten Zeilen}}',
  allShownLabel: 'Was mit den Konten aller gezeigten Zeilen geschieht',
  refreshFirst: 'Jetzt {newer, plural, one {passt # Zeile} other {passen # Zeilen}}: zuerst aktualisieren',
  hold: 'Zurückhalten…',
  exclude: 'Ausschließen…',
  endHold: 'Zurückhalten beenden',
  validate: 'Erneut prüfen',
  validateHint: 'Der Dienst prüft sie noch einmal; nichts wird angelegt',
  titles: { hold: 'Zurückhalten: {who}', exclude: 'Ausschließen: {who}' },
  bodies: {
    hold: 'Ein zurückgehaltenes Konto behält seinen Zustand und wird nicht angelegt, bis das Zurückhalten beendet ist. Der Grund steht im Bericht. Konten, die unterwegs oder angelegt sind, bleiben, wie sie sind.',
    exclude:
      'Ein ausgeschlossenes Konto wird aus diesem Stapel nicht übertragen, und der Bericht führt es mit Ihrem Grund als ausgeschlossen auf. Steht es in der Warteschlange, wird es zurückgezogen. Konten, die unterwegs oder angelegt sind, bleiben, wie sie sind.',
  },
  actions: { hold: 'Zurückhalten', exclude: 'Ausschließen' },
  reasonHints: {
    hold: 'Zum Beispiel: Kunde zieht nächste Woche um',
    exclude: 'Zum Beispiel: hat gekündigt, wird von Hand übertragen',
  },
  done: {
    hold: '{n, plural, one {# Konto} other {# Konten}} zurückgehalten',
    exclude: '{n, plural, one {# Konto} other {# Konten}} ausgeschlossen',
    release: 'Zurückhalten von {n, plural, one {# Konto} other {# Konten}} beendet',
  },
  cancelled: '{n, plural, one {# Konto} other {# Konten}} vom Senden zurückgezogen',
  asked: 'Der Dienst prüft {n, plural, one {# Konto} other {# Konten}} noch einmal',
  nothing: 'Nichts geändert',
  leftOut: '{all, number} ausgelassen: {parts}',
  why: {
    on_its_way: '{n, number} unterwegs',
    waits: '{n, plural, one {# wartet} other {# warten}} auf das Senden',
    created: '{n, number} angelegt',
    already_there: '{n, number} schon vorhanden',
    whose_account_unsure: '{n, number} auf der Plattform, Herkunft unklar',
    held: '{n, number} zurückgehalten',
    excluded: '{n, number} ausgeschlossen',
    invalid: '{n, number} noch mit Fehlern',
    as_wished: '{n, number} unverändert',
  },
  undo: 'Rückgängig machen',
  putBack: 'Die Entscheidung über {n, plural, one {# Konto} other {# Konten}} ist rückgängig gemacht',
  putBackLeft:
    'Die Entscheidung über {n, plural, one {# Konto} other {# Konten}} ist rückgängig gemacht; über {left, number} wurde inzwischen anders entschieden',

  excluded: 'Wird aus diesem Stapel nicht übertragen',
  excludeThis: 'Dieses Konto ausschließen',
  includeThis: 'Wieder aufnehmen',
  included: '{key} ist wieder aufgenommen',
  changeReason: 'Grund…',
  wayOutExclude: 'Ausschließen…',
  wayOutHold: 'Zurückhalten…',
} as const satisfies Translation<typeof english>
