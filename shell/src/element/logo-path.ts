/** The letter of the site's logo, in 32 × 32. */
export const logoPath = 'M7 23 14 9h4l7 14h-4l-1.5-3.2h-7L11 23zm7-6.4h4L16 12z'
