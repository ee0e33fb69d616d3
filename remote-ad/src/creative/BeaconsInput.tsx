import { normaliseValue } from '@adsite/contract'
import type { InputProps } from '@adsite/screen-kit'
import { Input } from 'antd'
import { useState, type ReactNode } from 'react'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => normaliseValue({ kind: 'url' }, line))
    .filter((line) => typeof line === 'string')

/** A textarea with one URL per line; keeps the text as typed until blur. */
export function BeaconsInput({ id, labelledBy, described, invalid, value, onChange, onBlur, focusRef }: InputProps): ReactNode {
  const [typing, setTyping] = useState<string | null>(null)
  const stored = Array.isArray(value) ? value.join('\n') : ''
  return (
    <Input.TextArea
      id={id}
      ref={focusRef}
      rows={3}
      value={typing ?? stored}
      aria-labelledby={labelledBy}
      aria-invalid={invalid}
      {...(described ? { 'aria-describedby': described } : {})}
      {...(invalid ? { status: 'error' as const } : {})}
      onChange={({ target }) => {
        setTyping(target.value)
        const lines = linesOf(target.value)
        onChange(lines.length > 0 ? lines : null)
      }}
      onBlur={() => {
        setTyping(null)
        onBlur()
      }}
    />
  )
}
