import type { ApiError } from '@adsite/api-client'
import type { ReactNode } from 'react'
import kit from './kit.module.css'

/** Why a call failed, with what is wrong in its fields. */
export function FailureText({ error }: { readonly error: ApiError }): ReactNode {
  return (
    <p role="alert" className={`${kit.paragraph} ${kit.fault}`}>
      {[error.message, ...Object.values(error.errors).flat()].join(' ')}
    </p>
  )
}
