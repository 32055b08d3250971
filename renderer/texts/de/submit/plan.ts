// German texts of a batch's sending plan.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { plan as english } from '../../en/submit/plan.ts'

export const plan = {
  heading: 'Wie gesendet wird',
  intro: 'Gilt für diesen Stapel, auch während des Sendens und nach einem Neustart.',
  saved: 'Der Plan ist geändert.',
  undo: 'Rückgängig machen',
  between: 'Zwischen zwei Wellen',
  betweenLabels: {
    ask: 'Nachfragen',
    when_sent: 'Weiter, wenn gesendet',
    when_done: 'Weiter, wenn erledigt',
  },
  betweenHints: {
    ask: 'Die nächste Welle wartet, bis jemand sie freigibt.',
    when_sent: 'Die nächste Welle folgt, sobald jedes Konto dieser Welle gesendet ist.',
    when_done: 'Die nächste Welle folgt, sobald nichts von dieser Welle mehr unterwegs ist.',
  },
  betweenProduction: 'In der Produktion verlangen Wellen, die von selbst folgen, keine Eingabe.',
  brakes: 'Bremsen',
  brakesIntro:
    'Eine Bremse hält den Stapel von selbst an, bis jemand fortsetzt; nichts, was unterwegs ist, geht verloren.',
  none: 'Keine Bremse ist an: Nichts hält eine Welle von selbst an.',
  errorRate: 'Zu viele gehen schief',
  errorRateDoes:
    'Hält an, wenn {percent, number} % einer Welle schiefgingen, sobald {atLeast, plural, one {# Konto eine Antwort hat} other {# Konten eine Antwort haben}}.',
  percent: 'Prozent, die schiefgingen',
  atLeast: 'Antworten, bevor sie zählt',
  sameCode: 'Derselbe Code in Folge',
  sameCodeDoes: 'Hält an, wenn derselbe Code {times, number}-mal in Folge kam.',
  times: 'Mal in Folge',
  stopCodes: 'Ein Code, der immer anhält',
  stopCodesDoes: 'Hält beim ersten Konto an, das einen dieser Codes erhält.',
  stopCodesField: 'Codes, durch Kommas getrennt',
  stopCodesExample: 'reference_already_exists, account_creation_failed',
  forAll: 'Für alle',
  forAllDoes:
    'Löst eine Bremse aus, legt kein Arbeitsplatz des Teams mehr Konten bei diesem Dienst an, bis jemand für alle fortsetzt.',
  forAllDoesSupplier:
    'Löst eine Bremse aus, legt kein Arbeitsplatz des Teams mehr Konten von {supplier} bei diesem Dienst an, bis jemand für alle fortsetzt.',
  off: 'Aus.',
  effects: {
    errorRate: {
      nothing_yet: 'Noch kein Konto hat eine Antwort.',
      too_few:
        'Bisher haben höchstens {answered, plural, one {# Konto} other {# Konten}} einer Welle eine Antwort: zu wenige dafür.',
      stops:
        'Sie hätte Welle {wave, number} angehalten: {wrong, number} von {answered, number} gingen schief.',
      nothingWrong: 'Sie hätte keine Welle angehalten: Nichts ging schief.',
      lets_pass:
        'Sie hätte keine Welle angehalten: In Welle {wave, number}, der schlechtesten, gingen {wrong, number} von {answered, number} schief.',
    },
    sameCode: {
      nothing_yet: 'Bisher wurde kein Konto mit einem Code abgelehnt.',
      lets_pass:
        'Sie hätte keine Welle angehalten: {code} kam bei {accounts, plural, one {# Konto} other {# Konten}}, öfter als jeder andere.',
      may_stop:
        'Sie hätte vielleicht eine Welle angehalten: {code} kam bei {accounts, plural, one {# Konto} other {# Konten}}, in Folge oder nicht.',
    },
    stopCodes: {
      none: 'Keiner davon kam bisher.',
      stops: 'Sie hätte eine Welle angehalten: {codes}.',
      code: '{code} kam bei {accounts, plural, one {# Konto} other {# Konten}}',
    },
  },
  errors: {
    percent: 'Eine Zahl von 1 bis 100.',
    atLeast: 'Eine ganze Zahl, 1 oder mehr.',
    times: 'Eine ganze Zahl, 2 oder mehr.',
  },
  addWave: 'Welle hinzufügen',
  addWaveHint: 'Vor dem Rest, zehnmal so groß wie die vorige',
  removeWave: 'Welle {wave, number} aus dem Plan entfernen',
} as const satisfies Translation<typeof english>
