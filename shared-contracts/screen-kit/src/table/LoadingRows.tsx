import type { ReactNode } from 'react'
import kit from '../base/kit.module.css'

const places = Array.from({ length: 10 }, (_, index) => index)

function Bone(): ReactNode {
  return <span className={kit.bone} />
}

interface LoadingRowsProps {
  readonly cells: readonly { readonly name: string; readonly className?: string | undefined }[]
}

/** Placeholder rows while loading. Silent for screen readers: the container is `aria-busy`. */
export function LoadingRows({ cells }: LoadingRowsProps): ReactNode {
  return places.map((place) => (
    <tr key={place} aria-hidden="true">
      {cells.map(({ name, className }) => (
        <td key={name} className={className}>
          <Bone />
        </td>
      ))}
    </tr>
  ))
}
