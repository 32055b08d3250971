// Turns off zod's JIT compilation because the content policy forbids `eval`. main.tsx imports this module first:
// schemas read the setting when they are created.
import { config } from 'zod'

config({ jitless: true })
