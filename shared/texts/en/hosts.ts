// English messages of the hosts of the engine: which files a page may name.
export const hostMessages = {
  not_uploaded: 'A browser window can only use files that were uploaded in it. Choose the file again.',
  no_folder:
    'A browser window cannot choose a folder of this machine. Write the report without one and download its files.',
  not_chosen: 'Carryover uses only files and folders that you choose in its window. Choose it again.',
} as const
