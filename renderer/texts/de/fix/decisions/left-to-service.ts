// German texts about checks that a person left to the service, in Fix and on a connection.
import type { Translation } from '../../../../../shared/texts/texts.ts'
import type { leftToService as english } from '../../../en/fix/decisions/left-to-service.ts'

export const leftToService = {
  scopes: {
    account: 'nur für {key}',
    value: '{attr}, nur für {key}',
    accounts: 'für ganze Konten, in jeder Datei',
    field: 'für {field}, in jeder Datei',
    everyField: 'für jedes Feld, in jeder Datei',
  },
  since: 'dem Dienst überlassen',
  accounts: '{n, plural, one {# Konto} other {# Konten}}',
  revert: 'Zurücknehmen',
  revertAsks: 'Zurücknehmen…',
  revertLabel: 'Zurücknehmen: {what} wieder hier prüfen',
  revertTitle: 'Wieder hier prüfen?',
  revertCounting: '{what}: Betroffene Konten werden gezählt…',
  revertNone:
    '{what}: Kein Konto hat jetzt dieses Problem. Die Prüfung gilt wieder für Konten, die geladen oder geändert werden.',
  revertBody:
    '{what}: dem Dienst überlassen für {problems, plural, one {# Problem} other {# Probleme}} von {accounts, plural, one {# Konto} other {# Konten}}. Die Prüfung gilt wieder für alle noch nicht gesendeten Konten. Gesendete Konten ändern sich nicht.',
  checkAgain: 'Wieder hier prüfen',
  reverted:
    '{n, plural, =0 {Die Prüfung gilt wieder} one {Die Prüfung gilt wieder: # Konto hier geprüft} other {Die Prüfung gilt wieder: # Konten hier geprüft}}',
  revertedBefore: 'Bereits zurückgenommen',
} as const satisfies Translation<typeof english>
