/** Whether the database can store a text: it takes neither NUL nor halves of surrogate pairs. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
