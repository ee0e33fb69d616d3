/** Width of dialogs (spec/site "Sizes"). */
export const dialogWidth = 500
