import type { ApiError } from '@adsite/api-client'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useScreenText } from './texts.ts'

/** A part of a screen that could not be read, with a way to try again. */
export function Failed({ error, retry }: { error: ApiError; retry: () => void }): ReactNode {
  const t = useScreenText()
  return (
    <div role="alert">
      <p>{`${t('load_failed')} ${error.message}`}</p>
      <Button onClick={retry}>{t('retry')}</Button>
    </div>
  )
}
