// German messages of what sending says of accounts, waves and connections.
import type { sendingMessages as english } from '../en/sending.ts'
import type { Translation } from '../texts.ts'

export const sendingMessages = {
  answer_with_note: '{answer} {note}',
  not_sent_from_here: 'Es wurde nicht aus diesem Arbeitsbereich gesendet.',
  created_by_batch: 'Stapel {batch} dieses Arbeitsbereichs hat es angelegt.',
  identifier_missing: 'Der Dienst sagt PROCESSED, hat aber keine Plattformkennung angegeben.',
  whose_account_unsure:
    'Die Plattform hat dieses Konto, und es ist nicht sicher, ob dieser Arbeitsbereich es angelegt hat oder jemand anderes: Auf unser Anlegen kam keine Antwort, oder es ist nicht mehr bekannt, was gesendet wurde, und die Zeiten des Dienstes verraten es nicht. Vergleichen Sie es mit der Plattform, und fragen Sie den Plattformbetreiber, wer es angelegt hat.',
  created_earlier:
    'Die Plattform hat dieses Konto aus einem früheren Senden angelegt, mit den damaligen Werten. Vergleichen Sie sie, und bitten Sie den Plattformbetreiber, Abweichungen zu korrigieren.',
  process_not_found:
    'Der Dienst hat gesagt, dass es angelegt wurde, kennt seinen Importvorgang aber nicht mehr. Fragen Sie den Plattformbetreiber, ob es das Konto noch gibt.',
  identifier_shared:
    'Der Dienst hat die Plattformkennung {identifier} diesem Konto, {key}, und auch dem Konto {other}{elsewhere, select, yes { des Stapels {batch} ({name})} other {}} gegeben. Eine davon gehört vielleicht nicht zu ihrem Konto: Fragen Sie den Plattformbetreiber.',
  on_its_way_elsewhere:
    'Dasselbe Konto ist in Stapel {batch} unterwegs. Warten Sie, bis es dort fertig ist, oder lassen Sie es hier weg.',
  created_in_batch:
    'Stapel {batch} dieses Arbeitsbereichs hat es angelegt; darum wurde es nicht noch einmal gesendet.',
  there_since_batch:
    'Stapel {batch} dieses Arbeitsbereichs hat es gesendet, und die Plattform hat es; darum wurde es nicht noch einmal gesendet. Ob jener Stapel oder jemand anderes es angelegt hat, ist nicht sicher.',
  disk_does_not_write:
    'Der Datenträger lässt sich nicht beschreiben ({why}). Bis dahin wird nichts gesendet; schaffen Sie Platz, dann geht es von selbst weiter.',
  stopped_by_fault:
    'Das Senden wurde durch einen Fehler von Carryover angehalten: {why}. Nichts ist verloren; setzen Sie fort, und melden Sie den Fehler.',
  statuses_unreadable:
    'Über die Verbindung „{name}“ können keine Status gelesen werden: {why} Das Senden geht weiter; was aus den Konten wurde, zeigt sich, wenn das behoben ist.',
  after_crash:
    'Carryover wurde nicht ordnungsgemäß beendet. {unconfirmed, plural, =0 {Kein Konto ist unbestätigt.} one {# Konto ist unbestätigt: Sein Status wird gelesen, und kennt der Dienst es nach {seconds} s nicht, kann es noch einmal gesendet werden.} other {# Konten sind unbestätigt: Ihr Status wird gelesen, und was der Dienst nach {seconds} s nicht kennt, kann noch einmal gesendet werden.}} {queued, plural, =0 {{follows, select, yes {Keines wartet auf das Senden, und weitere folgen wie geplant.} other {Keines wartet auf das Senden.}}} one {# wartet auf das Senden.} other {# warten auf das Senden.}} Setzen Sie fort, dann geht das Senden weiter.',
  wave_partly_released:
    'Der Datenträger lässt sich nicht beschreiben; erst ein Teil der Welle ist freigegeben. Schaffen Sie Platz: Der Rest folgt von selbst.',
  wave_not_released:
    'Der Datenträger lässt sich nicht beschreiben; nichts wurde freigegeben. Schaffen Sie Platz, und geben Sie die Welle noch einmal frei.',
  partly_cancelled:
    'Der Datenträger lässt sich nicht beschreiben; noch ist nicht alles zurückgezogen, gesendet wird davon nichts. Schaffen Sie Platz: Der Rest folgt von selbst.',
  not_cancelled:
    'Der Datenträger lässt sich nicht beschreiben; nichts wurde zurückgezogen. Schaffen Sie Platz, und ziehen Sie es noch einmal zurück.',
  waves_left:
    'Ein Fehler von Carryover hat die Wellen von Stapel {batch} angehalten: {why}. Nichts ist verloren; starten Sie Carryover neu, und melden Sie den Fehler.',
  batch_braked:
    'Stapel {batch} wurde von einer Bremse angehalten; darum wird nichts mehr davon freigegeben. Sehen Sie nach, was ihn angehalten hat, und wählen Sie dann „Fortsetzen“.',
  wave_underway:
    'Eine Welle von Stapel {batch} wird noch freigegeben oder zurückgezogen. Das dauert einen Moment; versuchen Sie es dann noch einmal.',
  bytes_damaged: 'Die gespeicherten Bytes dieses Kontos sind beschädigt. Laden Sie seine Datei noch einmal.',
  ended_three_times:
    'Carryover wurde dreimal beendet, während dieses Konto gesendet wurde. Sehen Sie es sich an, bevor es noch einmal gesendet wird.',
  connection_changed:
    'Die Verbindung wurde geändert, während das Ergebnis von {accounts, plural, one {# Konto} other {# Konten}} offen war. Setzen Sie nur fort, wenn sie zum selben Dienst führt: Konten, die dieser Dienst nicht kennt, werden an ihn gesendet.',
  leads_elsewhere:
    '„{name}“ führt jetzt anderswohin: {accounts, plural, one {# zuvor freigegebenes Konto ist zurückgezogen} other {# zuvor freigegebene Konten sind zurückgezogen}}. Sehen Sie nach, wohin sie führt, und geben Sie dann noch einmal frei.',
  paused_by_person: 'Von einer Person angehalten.',
  connection_builds:
    'Die Verbindung „{name}“ wird von Konten eines Stapels verwendet, der neu gebildet wird; Konten und Berichte nennen sie. Entfernen Sie zuerst diesen Stapel, oder geben Sie ihm eine andere Verbindung.',
  connection_of_batch:
    'Die Verbindung „{name}“ wird vom Stapel „{batch}“ verwendet; seine Konten und Berichte nennen sie. Entfernen Sie zuerst diesen Stapel, oder geben Sie ihm eine andere Verbindung.',
  connection_of_batches:
    'Die Verbindung „{name}“ wird von den Stapeln {batches}{more, plural, =0 {} other { und # weiteren}} verwendet; ihre Konten und Berichte nennen sie. Entfernen Sie zuerst diese Stapel, oder geben Sie ihnen eine andere Verbindung.',
  run_settings_invalid: 'Diese Einstellungen eines Laufs sind nicht verwendbar.',
} as const satisfies Translation<typeof english>
