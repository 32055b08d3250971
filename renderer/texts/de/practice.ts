// German texts of the practice's guide.
import type { Translation } from '../../../shared/texts/texts.ts'
import type { practice as english } from '../en/practice.ts'

export const practice = {
  label: 'Übung',
  parts: { find: 'Finden', fix: 'Korrigieren', send: 'Freigeben', report: 'Bericht' },
  partDone: 'erledigt',
  show: 'Dorthin',
  leave: 'Übung verlassen',
  finish: 'Übung beenden',
  left: 'Sie haben die Übung verlassen. Die Startseite bietet sie wieder an.',
  acts: {
    building: 'Aus der Datei werden zwölf Konten gebildet.',
    openFix: 'Öffnen Sie den Schritt „Korrigieren“.',
    choose: 'Ein Konto hat einen Fehler. Wählen Sie links das Problem.',
    correct:
      'Drücken Sie die Korrektur unter dem Problem, oder tippen Sie ONLINE in die Zelle und drücken Sie die Eingabetaste.',
    validate: 'Keine Fehler mehr. Prüfen Sie: Der Dienst prüft die Konten und legt keines an.',
    validating: 'Der Übungsdienst prüft die Konten.',
    openSubmit: 'Alle Konten sind bereit. Öffnen Sie den Schritt „Freigeben“.',
    agree: 'Sehen Sie nach, wohin die Konten gehen, und setzen Sie dann das Häkchen.',
    releaseFirst: 'Geben Sie die erste Welle frei: ein Konto, um zu sehen, dass alles funktioniert.',
    releaseRest: 'Es ging gut. Geben Sie die anderen elf frei.',
    sending: 'Die Konten werden gesendet und angelegt, jedes einmal.',
    openReport: 'Alle Konten sind fertig. Öffnen Sie den Schritt „Bericht“.',
    makeReport: 'Erstellen Sie den Bericht: Er zeigt, was mit jeder Zeile geschah.',
    makingReport: 'Der Bericht wird erstellt.',
    finished: 'Das war alles: Jede Zeile steht im Bericht. Öffnen Sie als Nächstes eine eigene Datei.',
  },
} as const satisfies Translation<typeof english>
