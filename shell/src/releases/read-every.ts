/** What the page shows is read anew so often (milliseconds). */
export const readEvery = 5000
