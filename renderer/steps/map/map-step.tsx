// placeholder while the page is written
import type { StepProps } from '../../app/batch-parts.ts'
export function MapStep(_: StepProps) {
  return null
}
