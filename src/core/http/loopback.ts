/** Whether the host of a URL is this machine, so that what is sent there travels over no network. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
