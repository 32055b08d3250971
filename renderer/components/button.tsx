// Button components. The label is a verb; `primary` marks the one next action of a pane, `danger` an action that
// cannot be undone. A busy button keeps its width and cannot be pressed again. A button that has a reason not to be
// pressed says it in its tooltip; while the engine cannot be reached, or the
// batch is locked, every button that acts on it has one.
import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from 'react'
import { texts } from '../texts/common.ts'
import { cx } from './classes.ts'
import { Tooltip } from './overlays/tooltip.tsx'

type Tone = 'plain' | 'primary' | 'danger' | 'quiet'

const off = 'disabled:opacity-50 aria-disabled:opacity-50'
// Its words can be read while it cannot be pressed: white on a pale accent could not.
const offPrimary =
  'disabled:border-edge disabled:bg-line disabled:text-soft aria-disabled:border-edge aria-disabled:bg-line aria-disabled:text-soft'

const tones: Readonly<Record<Tone, string>> = {
  plain: `border-edge bg-raised text-text hover:not-disabled:bg-hover active:not-disabled:bg-line ${off}`,
  primary: `border-accent bg-accent text-on-accent hover:not-disabled:not-aria-disabled:bg-accent-strong hover:not-disabled:not-aria-disabled:border-accent-strong ${offPrimary}`,
  danger: `border-bad/50 bg-bad-bg text-bad hover:not-disabled:border-bad ${off}`,
  quiet: `border-transparent bg-transparent text-soft hover:not-disabled:bg-hover hover:not-disabled:text-text ${off}`,
}

const base =
  'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors duration-100'

export type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  readonly tone?: Tone
  readonly size?: 'small' | 'normal' | 'large'
  readonly icon?: LucideIcon
  /** Given for a button that acts on the engine: true while it does. */
  readonly busy?: boolean
  /** Why it cannot be pressed now; null: it can. */
  readonly whyOff?: string | null
  readonly submit?: boolean
}

/** Whether the engine can be reached. */
export const EngineReached = createContext(true)

/** Why nothing of the batch can be changed or sent here; null: it can. */
export const BatchLocked = createContext<string | null>(null)

/** Buttons for what a locked batch still allows, and for what is not of the batch. */
export function StillAllowed({ children }: { readonly children: ReactNode }): ReactNode {
  return <BatchLocked value={null}>{children}</BatchLocked>
}

type Off = {
  readonly why: string | null
  /** A form that lacks something may be submitted: it then says at its fields what that is. */
  readonly mayPress: boolean
}

/** Why the button is off; null: it never has a reason. */
function useOff({ busy, whyOff, submit }: Pick<ButtonProps, 'busy' | 'whyOff' | 'submit'>): Off | null {
  const isReached = useContext(EngineReached)
  const locked = useContext(BatchLocked)
  if (busy === undefined && whyOff === undefined) return null
  if (busy !== undefined && !isReached) return { why: texts.link.off, mayPress: false }
  if (busy !== undefined && locked !== null) return { why: locked, mayPress: false }
  return { why: whyOff ?? null, mayPress: whyOff === undefined || whyOff === null || submit === true }
}

/** A press that does nothing, not even submit the form. */
function ignore(event: MouseEvent): void {
  event.preventDefault()
}

const sizes = { small: 'h-6 px-2 text-xs', normal: 'h-7 px-2.5', large: 'h-8 px-3.5' }

export function Button(props: ButtonProps): ReactNode {
  const {
    tone = 'plain',
    size = 'normal',
    icon: Icon,
    busy = false,
    whyOff: _,
    submit,
    className,
    children,
    disabled,
    ...rest
  } = props
  const off = useOff(props)
  const button = (
    <button
      {...rest}
      {...(off === null || off.why === null ? {} : { 'aria-disabled': true })}
      {...(off?.mayPress === false ? { onClick: ignore } : {})}
      type={submit === true ? 'submit' : 'button'}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={cx(base, sizes[size], tones[tone], className)}
    >
      {Icon !== undefined && (
        <Icon size={14} aria-hidden className={cx('-ml-0.5 shrink-0', busy && 'invisible')} />
      )}
      <span
        className={cx('inline-flex min-w-0 items-center gap-1.5', busy && Icon === undefined && 'opacity-0')}
      >
        {children}
      </span>
      {busy && (
        <LoaderCircle
          size={14}
          aria-hidden
          className={cx('absolute animate-spin', Icon === undefined ? 'left-1/2 -ml-[7px]' : 'left-2')}
        />
      )}
    </button>
  )
  if (off === null) return button
  // There also while it has no text, so that the button keeps the focus when its reason comes or goes.
  return (
    <Tooltip text={off.why ?? ''} isOff={off.why === null}>
      {button}
    </Tooltip>
  )
}

/** A link that looks like a button. */
export function LinkButton(
  props: Omit<ComponentProps<'a'>, 'href'> & {
    readonly href: string
    readonly tone?: Tone
    readonly size?: 'small' | 'normal' | 'large'
    readonly icon?: LucideIcon
  },
): ReactNode {
  const { tone = 'plain', size = 'normal', icon: Icon, className, children, ...rest } = props
  return (
    <a {...rest} className={cx(base, sizes[size], tones[tone], className)}>
      {Icon !== undefined && <Icon size={14} aria-hidden className="-ml-0.5 shrink-0" />}
      {children}
    </a>
  )
}

/** A button of an icon alone; its label is its name and its tooltip. */
export function IconButton(
  props: Omit<ComponentProps<'button'>, 'type' | 'children'> & {
    readonly icon: LucideIcon
    readonly label: string
    readonly keys?: string
    readonly size?: 'small' | 'normal'
  },
): ReactNode {
  const { icon: Icon, label, keys, size = 'normal', className, ...rest } = props
  return (
    <Tooltip text={label} keys={keys}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        className={cx(
          'inline-grid shrink-0 place-items-center rounded text-faint transition-colors duration-100 hover:not-disabled:bg-hover hover:not-disabled:text-text disabled:opacity-40',
          size === 'small' ? 'size-6' : 'size-7',
          className,
        )}
      >
        <Icon size={size === 'small' ? 14 : 16} aria-hidden />
      </button>
    </Tooltip>
  )
}
