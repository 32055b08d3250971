// The files of this folder whose texts the frame and Home show. The window loads their German first; a test compares
// them with what the first page contains.
export const textsOfHome: readonly string[] = ['common', 'format', 'handover', 'home', 'watch/live', 'words']
