// German messages of the hosts of the engine.
import type { Translation } from '../texts.ts'
import type { hostMessages as english } from '../en/hosts.ts'

export const hostMessages = {
  not_uploaded:
    'Ein Browserfenster kann nur Dateien verwenden, die darin hochgeladen wurden. Wählen Sie die Datei erneut.',
  no_folder:
    'Ein Browserfenster kann keinen Ordner dieses Rechners wählen. Schreiben Sie den Bericht ohne Ordner, und laden Sie seine Dateien herunter.',
  not_chosen:
    'Carryover verwendet nur Dateien und Ordner, die Sie in seinem Fenster wählen. Wählen Sie erneut.',
} as const satisfies Translation<typeof english>
