// Fields and buttons that nothing can be done with: greyed, and passed by the keyboard. A line above them says why.
import { createContext, type ReactNode, useContext } from 'react'

/** Whether the fields around it are locked. Native controls need no more than the field set. */
export const FieldsLocked = createContext(false)

export function LockedFields(props: { readonly locked: boolean; readonly children: ReactNode }): ReactNode {
  const isLocked = useContext(FieldsLocked) || props.locked
  return (
    <FieldsLocked value={isLocked}>
      <fieldset disabled={isLocked} className="contents">
        {props.children}
      </fieldset>
    </FieldsLocked>
  )
}
