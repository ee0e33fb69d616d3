/** Refetch interval of the page (milliseconds). */
export const readEvery = 5000
