import { call } from '@adsite/api-client'
import { informationEndpoints, validationText } from '@adsite/contract'
import { currentLanguage } from '@adsite/i18n'
import { uploadError } from '@adsite/screen-kit'
import { useRef, useState } from 'react'
import { fileError } from './attachment-target.ts'

export interface ChosenFile {
  readonly key: number
  readonly file: File
  /** Why it cannot be attached, as text; null: it can. */
  readonly fault: string | null
}

export interface ChosenFiles {
  readonly files: readonly ChosenFile[]
  readonly add: (files: readonly File[]) => void
  readonly remove: (key: number) => void
  /** Uploads the files one after another; returns the rejected ones with the reason. */
  readonly attach: (id: number) => Promise<readonly { readonly name: string; readonly fault: string }[]>
}

/** Files waiting for their announcement to be created. */
export function useChosenFiles(): ChosenFiles {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const lastKey = useRef(0)

  function add(chosen: readonly File[]): void {
    let count = files.filter(({ fault }) => fault === null).length
    const added = chosen.map((file): ChosenFile => {
      const coded = fileError(file, count)
      if (coded === null) count += 1
      lastKey.current += 1
      return { key: lastKey.current, file, fault: coded && validationText(coded, currentLanguage()) }
    })
    setFiles([...files, ...added])
  }

  async function attach(id: number): Promise<readonly { readonly name: string; readonly fault: string }[]> {
    const refused: { name: string; fault: string }[] = []
    for (const { file, fault } of files) {
      if (fault === null) {
        await call(informationEndpoints.attach, { params: { id }, query: { name: file.name }, file }).catch((error: unknown) => {
          refused.push({ name: file.name, fault: uploadError(error) })
        })
      } else refused.push({ name: file.name, fault })
    }
    return refused
  }

  return { files, add, remove: (key) => setFiles(files.filter((file) => file.key !== key)), attach }
}
