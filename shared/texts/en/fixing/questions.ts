// English messages of question packs and their answers, and the texts written into their workbooks.
export const questionMessages = {
  // Questions, for an owner of the data.
  which_phone: 'Which telephone number?',
  which_email: 'Which e-mail address?',
  which_date: 'Which date is “{column}”?',
  which_time: 'Which date and time is “{column}”?',
  which_choice: 'Which choice for “{column}”?',
  what_should: 'What should “{column}” be?',
  how_shorter: 'How can this be put more briefly?',
  nothing_there: 'Nothing is there.',
  nothing_but_needed: 'Nothing is there, and the platform needs it.',
  not_taken: 'What is there, {text}, is not one that the platform takes.',
  no_choice: 'What is there, {text}, is not one of the choices.',
  choose_from_list: 'Please choose from the list.',
  test_address: 'What is there, {text}, looks like an address for tests, which the platform refuses.',
  in_future: 'What is there, {text}, is in the future.',
  no_such_date: 'What is there, {text}, is a day that does not exist.',
  two_digit_year: 'What is there, {text}, has a year of two digits only.',
  no_such_time: 'What is there, {text}, is a time that does not exist.',
  ambiguous_time: 'What is there, {text}, is a time that came twice that day, when the clocks went back.',
  too_long: 'What is there, {text}, has {length} characters; at most {most} fit.',
  too_long_unknown: 'What is there, {text}, has {length} characters, more than the platform takes.',
  too_short: 'What is there, {text}, is too short.',
  too_short_of: 'What is there, {text}, is too short: at least {least} characters are needed.',
  too_large: 'What is there, {text}, is too large.',
  too_large_of: 'What is there, {text}, is too large: at most {most} is taken.',
  too_small: 'What is there, {text}, is too small.',
  too_small_of: 'What is there, {text}, is too small: at least {least} is taken.',
  digits_lost: 'What is there, {text}, has lost digits in a spreadsheet. Please write all of them.',
  error_cell: 'What is there, {text}, is an error of the spreadsheet.',
  part_missing: 'A part is missing from what is there, {text}.',
  conflicting: 'What is there, {text}, differs between rows of the same account.',
  cannot_read:
    'What is there, {text}, cannot be read as {kind, select, date {a date} time {a date and time} number {a number} whole {a whole number} yes {yes or no} email {an e-mail address} other {what belongs there}}.',
  not_accepted: 'What is there, {text}, was not accepted.',
  write_like: 'Please write it like {example}.',
  also: 'Also: {words}',
  platform_says: 'The platform says: {words}',
  many_say_this: '{n, number} cells say this.',
  cells: '{n, number} cells',

  // The workbook.
  sheet_read_me: 'Read me',
  file_name: '{batch} questions {day}',
  unnamed_batch: 'Batch',
  sheet_questions: 'Questions',
  sheet_lists: 'Lists',
  header_number: 'No.',
  header_key: 'Account',
  header_sheet: 'Sheet',
  header_row: 'Row in your file',
  header_column: 'Column',
  header_text: 'It says now',
  header_asked: 'Question',
  header_answer: 'Your answer',
  header_reference: 'Reference',
  header_of_file: '{column} (your file)',
  leave_empty: 'leave empty',
  title: 'Questions about {name}',
  introduction:
    'We are moving your accounts. In {accounts, plural, one {# account} other {# accounts}} something is missing or cannot be used, so we ask you {questions, plural, one {# question} other {# questions}}.',
  what_to_do: 'What to do',
  step_sheet: '1. Go to the sheet “{sheet}”. Each row asks about one thing.',
  step_answer: '2. Write the right value into the yellow cell under “{header}”.',
  step_answer_or_list:
    '2. Write the right value into the yellow cell under “{header}”, or choose it from the list where there is one.',
  step_empty: '3. Where the cell is to hold nothing, write: {word}',
  step_unknown:
    '4. What you do not know, leave blank. You can send the file with some answers and the rest later.',
  step_send: '5. Save the file and send it back.',
  only_yellow:
    'Only the yellow cells can be changed. Write numbers as they are, with their zeros: nothing is calculated.',
  send_back_by: 'Please send it back by {due}.',
  ask_contact: 'If something is unclear, ask {contact}.',

  // Making a pack and reading answers.
  batch_busy:
    '{n, plural, one {# account is} other {# accounts are}} still being checked after an edit, so what is wrong is not known yet. Wait until that is done.',
  nothing_to_ask:
    'There is no wrong cell here that can be asked about. Choose other problems, or allow sensitive fields.',
  too_many:
    'These are {n, number} questions, and a sheet holds {most, number}. Ask about one cause at a time.',
  name_taken:
    'A file {file} appeared in {folder} while the question pack was written. It was not replaced, and no pack was kept. Write the pack again: it then gets another name.',
  pack_cancelled: 'The question pack was cancelled. Nothing was kept of it.',
  stopped: 'It was stopped. Nothing was changed.',
  reading_stopped: 'Reading was stopped. Nothing was changed.',
  no_pack:
    '“{file}” has no sheet with the columns “{number}”, “{account}” and “{answer}”, so it is no question pack. Choose the workbook that came back.',
  batch_number: 'batch {batch}',
  other_batch:
    '“{file}” answers questions about “{name}”, not about this batch. Open that batch and merge it there.',
  pack_unknown:
    '“{file}” answers questions that were not asked from here, or whose batch was removed. Choose the workbook that came back for this batch.',
  answers_gone:
    'These answers are no longer in memory: the file was read again, or Carryover was started again. Read the file again.',
  sent_since:
    'Account {key} was sent after the answers were read. Read the file again: its answers cannot be merged now.',
  edited_since:
    'Something was edited in this batch after the answers were read. Read the file again, and check what changed.',
  answers_of: 'Answers of {file}',

  // Why an answer is not merged as it is.
  not_merged: '{why} It is not merged.',
  row_of_other_pack: 'It is a row of another question pack.',
  no_such_question: 'No question of this pack has this number and account.',
  numbers_differ: 'The row says question {said}, and its hidden reference says {number}.',
  accounts_differ: 'Question {number} is about {who}, and the row says {said}.',
  columns_differ: 'Question {number} is about the column {column}, and the row says {said}.',
  column_gone: 'There is no column “{column}” on “{sheet}” any more.',
  account_gone: 'There is no account {key} with a row on “{sheet}” any more.',
  row_gone: 'Account {key} has fewer rows on “{sheet}” than when it was asked about.',
  will_be_empty: 'The cell will hold nothing.',
  perhaps_empty:
    '“{answer}” may mean that nobody knows, or that the cell is to hold nothing. Merged, it empties the cell.',
  edited_here: 'The cell was edited here after the question was asked.',
  changed_in_version: 'The cell says something else in this version of the file.',
  column_ties: 'This column ties rows to accounts now, so an answer cannot change it.',
  answered_twice: 'It was answered {n} times differently: {answers}. Choose one.',
  row_says: 'row {row} says “{text}”',
} as const
