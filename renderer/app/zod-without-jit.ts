// The content policy allows no `eval`, so zod must not compile its schemas. Imported first by main.tsx: schemas look at
// this setting when they are made.
import { config } from 'zod'

config({ jitless: true })
