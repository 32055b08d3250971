// What changed in each version of Carryover, in English, the newest version first: where, and what a person can do now or
// sees differently. Each release adds its version; a test compares the first with the program's.
export const changes = {
  versions: {
    '0.1.0': {
      1: {
        where: 'Watch',
        what: 'One button validates all failed accounts again, after counting them.',
      },
      2: {
        where: 'Fix',
        what: 'The filter, the order and the columns can be saved as a view under a name.',
      },
      3: {
        where: 'Load',
        what: 'A file can be added to a batch that was edited, if its other files have not changed.',
      },
      4: {
        where: 'Load',
        what: 'When you load a newer version of a file, you are asked for its encoding if it is not certain.',
      },
      5: {
        where: 'Command line',
        what: '--fill-down and --fill-merged fill empty cells from the cell above.',
      },
      6: {
        where: 'Fix',
        what: 'The corner of the selection fills cells: drag it, or double-click it to fill down.',
      },
      7: {
        where: 'Load',
        what: 'Blank rows that are left out are listed with their numbers.',
      },
      8: {
        where: 'Report',
        what: 'A batch can be handed over to a colleague as one project file.',
      },
      9: {
        where: 'Fix',
        what: 'Values of sensitive fields are masked on every page until you show them, by the eye or by the search.',
      },
      10: {
        where: 'Fix',
        what: 'The rows of a problem can be limited to those that the service reported since a chosen day.',
      },
      11: {
        where: 'Compare',
        what: 'Two batches, or two validations of one batch, are compared account by account: solved, new problems, only on one side. The table can be saved.',
      },
      12: {
        where: 'Map',
        what: 'The column that fits best is offered for a required field that no column fills.',
      },
      13: {
        where: 'Report',
        what: 'The outcomes of no account are behind one line, and the summary to sign can be printed from its sign-off.',
      },
      14: {
        where: 'Fix',
        what: 'In German, fields and problems have German names; a catalogue can give its own by x-titles.',
      },
      15: {
        where: 'Fix',
        what: 'In a small window the account stands below the rows, and covers none of them.',
      },
      16: {
        where: 'Fix',
        what: 'Before a change of many cells the window says how many numbers would become other numbers.',
      },
      17: {
        where: 'Load',
        what: 'In an encrypted data folder, files that a browser uploads, and the reports and other files that are kept there for a browser, are encrypted too. A downloaded file is not.',
      },
      18: {
        where: 'Batches',
        what: 'Opening a project file shows how far it is, and can be stopped.',
      },
      19: {
        where: 'Report',
        what: 'A folder in which Carryover keeps its own files is refused for reports, lists and project files, and a project file or question pack replaces no file that appeared meanwhile.',
      },
      20: {
        where: 'Report',
        what: 'On the steps of a batch that was handed over, what cannot be done here is greyed and says why.',
      },
      21: {
        where: 'Report',
        what: 'Reports withhold sensitive columns until you show them, by “Choose contents”. In fix-me.xlsx a withheld cell stays as it is unless it is overwritten.',
      },
      22: {
        where: 'Team',
        what: 'Several desktops can work on one migration over a PostgreSQL database: each account is created once, by one of them. The page Team joins one and shows every member’s batches; a connection can be paused for all.',
      },
    },
  },
} as const
