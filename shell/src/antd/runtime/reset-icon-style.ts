/** In place of the hook of antd that puts the styles of icons into the page: the build has them. */
export default function useResetIconStyle(): void {}
