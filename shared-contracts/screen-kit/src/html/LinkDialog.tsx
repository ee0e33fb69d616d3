import { validationTexts } from '@adsite/contract'
import { useLocalize } from '@adsite/i18n'
import { Input } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { Dialog } from '../dialog/Dialog.tsx'
import { isComposing } from '../base/composing.ts'
import kit from '../base/kit.module.css'
import { useKitText } from '../base/texts.ts'
import { useEditorText } from './editor-texts.ts'
import { safeHref } from './html-nodes.tsx'

interface LinkDialogProps {
  /** URL of the link at the caret; '' if there is none. */
  readonly href: string
  readonly onApply: (href: string) => void
  readonly onClose: () => void
}

/** Asks for the URL of a link. Accepts only URLs that the reader's page will follow. */
export function LinkDialog({ href, onApply, onClose }: LinkDialogProps): ReactNode {
  const text = useEditorText()
  const kitText = useKitText()
  const localize = useLocalize()
  const id = useId()
  const [typed, setTyped] = useState(href)
  const [refused, setRefused] = useState(false)

  function apply(): void {
    const address = safeHref(typed)
    if (address === null) setRefused(true)
    else onApply(address)
  }

  return (
    <Dialog
      open
      title={text('link_title')}
      okText={text('link_apply')}
      cancelText={kitText('cancel')}
      focusable={{ focusTriggerAfterClose: false }}
      onOk={apply}
      onCancel={onClose}
    >
      <div className={kit.input}>
        <label className={kit.label} htmlFor={id}>
          {text('link_address')}
        </label>
        <Input
          id={id}
          inputMode="url"
          autoComplete="off"
          value={typed}
          aria-invalid={refused}
          aria-describedby={`${id}-help${refused ? ` ${id}-fault` : ''}`}
          {...(refused ? { status: 'error' as const } : {})}
          onChange={(event) => {
            setTyped(event.target.value)
            setRefused(false)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The dialog is rendered inside the form, whose Enter must not submit here.
            event.preventDefault()
            if (!isComposing(event)) apply()
          }}
        />
        <p className={kit.help} id={`${id}-help`}>
          {text('link_help')}
        </p>
        {refused ? (
          <p className={kit.fault} id={`${id}-fault`}>
            {localize(validationTexts.url)}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
