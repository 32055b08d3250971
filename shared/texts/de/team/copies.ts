// German messages about copies of batches in the team's database, and about taking batches over with them.
import type { copyMessages as english } from '../../en/team/copies.ts'
import type { Translation } from '../../texts.ts'

export const copyMessages: Translation<typeof english> = {
  not_ready:
    'Die Datenbank des Teams ist gerade nicht erreichbar, oder dieser Arbeitsplatz darf im Team nichts tun. Warum, steht auf der Seite „Team“.',
  practice:
    'Dieser Stapel geht an den Übungsdienst, den jeder Arbeitsplatz für sich hat: Niemand sonst könnte damit weiterarbeiten.',
  moved: 'Ein anderer Arbeitsplatz des Teams arbeitet mit diesem Stapel weiter.',
  replaced:
    'Die Kopie wurde ersetzt oder entfernt, während sie geschrieben wurde. Versuchen Sie es gleich noch einmal.',
  gone: 'Diese Kopie gibt es nicht mehr: Eine neuere hat sie ersetzt, oder jemand hat den Stapel übernommen.',
  own: 'Das ist die eigene Kopie dieses Arbeitsplatzes. Um hier weiterzuarbeiten, nehmen Sie den Stapel zurück.',
  there:
    '{member} ({machine}) ist da und hat den Stapel nicht übergeben. Bitten Sie darum, ihn über das Team zu übergeben.',
  taken_by_other:
    'Jemand anderes hat diesen Stapel seither übernommen. Gibt es eine Kopie davon, steht sie in der Liste.',
  taken_meanwhile: '{member} hat „{batch}“ inzwischen übernommen und arbeitet damit weiter.',
  not_in_team: 'Dieser Stapel wurde nicht über das Team übergeben.',
  cut: 'Die Kopie von „{name}“ ist nicht vollständig: In der Datenbank des Teams fehlt ein Teil. Hier wurde nichts geändert.',
  changed:
    'Die Kopie von „{name}“ wurde in der Datenbank des Teams verändert oder beschädigt. Hier wurde nichts geändert. Übernehmen Sie aus einer anderen Kopie.',
  taken:
    '{member} arbeitet seit {at, date, medium}, {at, time, short} mit „{batch}“ weiter. Hier kann er nur gelesen werden.',
  removed_later:
    'Kopien, die entfernt werden sollen, sind noch in der Datenbank des Teams. Sie werden entfernt, wenn sie antwortet.',
  passphrase_gone:
    'Die Passphrase der Kopien für das Team ist nicht im Schlüsselspeicher, deshalb wird keine Kopie gemacht. Geben Sie sie auf der Seite „Team“ noch einmal an, oder einem Befehl in CARRYOVER_TEAM_COPIES_PASSPHRASE.',
}
