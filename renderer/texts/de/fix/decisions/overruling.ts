// German texts of "Let the service decide".
import type { Translation } from '../../../../../shared/texts/texts.ts'
import type { overruling as english } from '../../../en/fix/decisions/overruling.ts'

export const overruling = {
  action: 'Dem Dienst überlassen…',
  hint: 'Das Konto darf gesendet werden, obwohl diese Prüfung es ablehnt; es zählt die Antwort des Dienstes.',
  noConnection: 'Wählen Sie zuerst im Schritt „Zuordnen“ eine Verbindung: Die Entscheidung gilt für sie.',
  unavailable: 'Diese Prüfung bleibt: {why}',

  title: 'Dem Dienst überlassen',
  body: 'Konten dürfen gesendet werden, obwohl diese eigene Prüfung von Carryover sie ablehnt. Der Dienst nimmt sie dann an oder lehnt sie ab. Ihre anderen Probleme bleiben.',
  scopes: {
    problem: 'Nur dieses Problem von {key}',
    cause: 'Dieses Problem bei {field}',
    causeOfAccounts: 'Dieses Problem, wo es ganze Konten haben',
    kind: 'Jedes „{check}“, bei jedem Feld',
  },
  means: {
    problem: 'Das bleibt so, auch wenn das Konto geändert oder neu gebildet wird.',
    many: 'In jedem Stapel für {connection}, jetzt und später.',
  },
  reach: '{n, plural, one {# Konto} other {# Konten}}',
  elsewhere: 'Und {n, plural, one {# Konto} other {# Konten}} anderer Stapel mit diesem Ziel.',
  stay: '{n, plural, one {# Konto dieses Stapels behält} other {# Konten dieses Stapels behalten}} das Problem: Es gibt keinen Wert zu senden, oder das Feld muss stimmen.',
  counting: 'Konten werden gezählt',
  kept: 'Gilt, bis jemand es zurücknimmt, und steht im Bericht.',
  confirm: 'Dem Dienst überlassen',

  done: '{n, plural, =0 {Dem Dienst überlassen; kein Konto hatte jetzt dieses Problem} one {Dem Dienst überlassen: # Konto wird ohne diese Prüfung geprüft} other {Dem Dienst überlassen: # Konten werden ohne diese Prüfung geprüft}}',

  strip: '{n, plural, one {# Prüfung ist} other {# Prüfungen sind}} dem Dienst überlassen.',
  stripLabel: 'Dem Dienst überlassene Prüfungen',
  look: 'Zeigen, welche',
  listTitle: 'Dem Dienst überlassene Prüfungen',
  listBody:
    'Eigene Prüfungen von Carryover, die jemand für Konten dieses Stapels dem Dienst überlassen hat. Die für jede Datei stehen auch bei der Verbindung.',
  none: 'Keine Prüfung ist mehr dem Dienst überlassen.',
  trayTitle: '{n, plural, one {# Problem} other {# Probleme}} ohne Zelle dem Dienst überlassen',
} as const satisfies Translation<typeof english>
