// Where a project file is written if a person chose no folder: beside the reports of its batch, under one name, so that a
// browser can save it.
import { join } from 'node:path'
import { writtenOf } from '../accounts/batch-removal.ts'

/** Of the names of project files. */
export const projectEnding = '.carryover'
export const projectFile = `project${projectEnding}`

export const projectFileOf = (dataFolder: string, batch: number): string =>
  join(writtenOf(dataFolder, batch), projectFile)
