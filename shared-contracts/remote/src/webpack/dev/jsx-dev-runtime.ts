// Replaces react/jsx-dev-runtime in development builds of remotes, because the shell's production React does not
// include it.
import type { ElementType, Key, ReactElement } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { newest } from './refresh.ts'

export { Fragment }

export function jsxDEV(type: ElementType, properties: object, key: Key | undefined, isStatic: boolean): ReactElement {
  return (isStatic ? jsxs : jsx)(newest(type), properties, key)
}
