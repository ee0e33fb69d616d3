/**
 * What the gateway fills the template of a shell's early frame with (`<!--FRAME … -->` in its index.html, in Mustache). Shells and the
 * gateway are released apart: a property may be added and not changed or removed, and a template takes what is missing for nothing.
 */
export interface FrameView {
  /** Nonce of the style element in the template; the page's policy allows no other. */
  readonly nonce: string
  /** True at the name of the language, `{ ja: true }`. */
  readonly language: Readonly<Record<string, true>>
  /**
   * True at the first segment of the address, for the shell's own pages: `{ account: true }`, `{ home: true }` for `/`. At the login of a
   * browser that is signed out `login` is true, too, with `unauthorized` where it has to say why and `passkeys` where they are offered.
   */
  readonly page: Readonly<Record<string, true>>
  /** Name of the account in use. */
  readonly account: string
  /** Whether the role may open the page of releases. */
  readonly releases: boolean
  /** The areas that the role sees, in order. */
  readonly areas: readonly { readonly icon: string; readonly current: boolean }[]
  /** The route of the area at the address; null for other pages, and where the role may not open it. */
  readonly route: {
    /** The levels above it, the highest first. */
    readonly above: readonly { readonly title: string; readonly link: boolean }[]
    readonly title: string
    /** Whether the title is that of the page too; that of a record is not known. */
    readonly heading: boolean
  } | null
  /** Where the rows of the list come, of which the page has already been sent what stands before; empty for none. */
  readonly rows?: string
  /** The table of a list; null for other pages. */
  readonly list: {
    readonly choosing: boolean
    /** Minimum width of the table in px. */
    readonly least: number
    readonly heads: readonly {
      /** Place among the columns, from 1. */
      readonly at: number
      readonly label: string
      /** CSS length. */
      readonly width: string
      readonly edge: boolean
      readonly figure: boolean
      /** Null: the list cannot be sorted by it; else one of them is true. */
      readonly sort: { readonly up: boolean; readonly down: boolean; readonly none: boolean } | null
    }[]
  } | null
}

/** A cell of an early row. Of what it shows one way is set, besides `text`; all else is text. */
export interface FrameCell {
  readonly edge: boolean
  readonly figure: boolean
  /** Whether it is shown as a link. */
  readonly link: boolean
  /** Whether it stands for no value. */
  readonly muted: boolean
  readonly text: string
  /** The end of a name, which is never cut. */
  readonly tail: string
  /** Names on a ground of their colour, which is true (`{ success: true }`). */
  readonly tags: readonly { readonly name: string; readonly colour: Readonly<Record<string, true>> }[]
  /** A bar below the text, in percent of its whole; `off`: not as planned. */
  readonly meter: { readonly spent: number; readonly planned: number; readonly off: boolean } | null
}

/** What the gateway fills the template of early rows with (`<!--ROWS … -->`), by the same rules as {@link FrameView}: the first rows of a list. */
export interface FrameRows {
  readonly choosing: boolean
  readonly rows: readonly { readonly cells: readonly FrameCell[] }[]
}
