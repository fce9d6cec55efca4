/** Chromium's error codes for servers that are unreachable, not trusted or do not answer. */
const unreachable =
  /^net::ERR_(?:(?:CONNECTION|NAME|ADDRESS|PROXY|TUNNEL|SOCKS|NETWORK|SSL|CERT|CERTIFICATE)_[A-Z_]+|TIMED_OUT|INTERNET_DISCONNECTED|EMPTY_RESPONSE)$/;

/** Whether the text is exactly one of these codes; a text that quotes one is not. */
export const isConnectionError = (code: string): boolean => unreachable.test(code);
