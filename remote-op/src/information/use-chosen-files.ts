import { call } from '@adsite/api-client'
import { informationEndpoints, validationText } from '@adsite/contract'
import { useLanguage, type Language } from '@adsite/i18n'
import { uploadError } from '@adsite/screen-kit'
import { useRef, useState } from 'react'
import { fileError } from './attachment-target.ts'

interface KeyedFile {
  readonly key: number
  readonly file: File
}

export interface ChosenFile extends KeyedFile {
  /** Why it cannot be attached, as text; null: it can. */
  readonly fault: string | null
}

export interface ChosenFiles {
  readonly files: readonly ChosenFile[]
  /** Which of how many files was sent last; null: none yet. */
  readonly sent: { readonly index: number; readonly total: number } | null
  readonly add: (files: readonly File[]) => void
  readonly remove: (key: number) => void
  /** Uploads the files one after another; returns the rejected ones with the reason. */
  readonly attach: (id: number) => Promise<readonly { readonly name: string; readonly fault: string }[]>
}

/** The files, each checked with those before it that can be attached: where one is taken off, there is room for a further one. */
function checked(files: readonly KeyedFile[], language: Language): readonly ChosenFile[] {
  let count = 0
  return files.map((chosen) => {
    const coded = fileError(chosen.file, count)
    if (coded === null) count += 1
    return { ...chosen, fault: coded && validationText(coded, language) }
  })
}

/** Files waiting for their announcement to be created. */
export function useChosenFiles(): ChosenFiles {
  const [chosen, setChosen] = useState<readonly KeyedFile[]>([])
  const files = checked(chosen, useLanguage())
  const [sent, setSent] = useState<ChosenFiles['sent']>(null)
  const lastKey = useRef(0)

  function add(added: readonly File[]): void {
    const keyed = added.map((file) => {
      lastKey.current += 1
      return { key: lastKey.current, file }
    })
    setChosen((before) => [...before, ...keyed])
  }

  async function attach(id: number): Promise<readonly { readonly name: string; readonly fault: string }[]> {
    const refused: { name: string; fault: string }[] = []
    const total = files.filter(({ fault }) => fault === null).length
    let index = 0
    for (const { file, fault } of files) {
      if (fault === null) {
        index += 1
        setSent({ index, total })
        await call(informationEndpoints.attach, { params: { id }, query: { name: file.name }, file }).catch((error: unknown) => {
          refused.push({ name: file.name, fault: uploadError(error) })
        })
      } else refused.push({ name: file.name, fault })
    }
    return refused
  }

  return { files, sent, add, remove: (key) => setChosen((before) => before.filter((file) => file.key !== key)), attach }
}
