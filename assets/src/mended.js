// The repair of the fragment of a link that a mail program or a chat has damaged. address.js repairs each link that the page receives by
// the function mended.

// Soft hyphens, line breaks and characters without width, as characters or percent-encoded.
const invisible = /[\p{Cf}\r\n\t]|%C2%AD|%E2%80%8[B-F]|%E2%81%A0|%EF%BB%BF|%0[9AD]/giu;
// Punctuation, quotation marks and closing brackets of the text behind a link, as characters or percent-encoded.
const trailing = /(?:[\s.,;:!?>\]}"'»”’*]|%20|%3E|%22|%5D|%7D|%C2%BB|%E2%80%9D|%E2%80%99)+$/i;

/**
 * Returns the repaired fragment of an address. Punctuation behind the fragment, breaks and invisible characters inside, and parameters of
 * campaigns are removed. Percent-encoded _ - . and the first = are decoded. An undamaged fragment is returned unchanged.
 */
export function mended(hash) {
  if (/^#?url=/.test(hash)) return hash; // the value is an address, which may contain all of these characters
  // In quoted-printable mail, a line ends in "=" before its break.
  let text = hash
    .replace(/=(\r?\n|(%0D)?%0A)/gi, "")
    .replace(invisible, "")
    .replace(/%5F/gi, "_")
    .replace(/%2D/gi, "-")
    .replace(/%2E/gi, ".");
  // A packed state, as "#s3.…", has only letters, digits, - and _ behind the dot. A part from & or ? on does not belong to the state.
  const [, prefix, body] = /^(#?s\d\.)([^&?]*)/.exec(text) ?? [];
  if (prefix) return prefix + body.replace(/%[0-9a-f]{2}|[^\w-]/gi, "");
  // Other fragments are parameters, as "#graph=…&d=3".
  text = text.replace(/^(#?\w+)%3D/i, "$1=");
  const [head, ...parameters] = text.split("&"),
    kept = parameters.filter((part) => !/^(utm_\w+|fbclid|gclid|mc_[ce]id)=/.test(part));
  text = [head, ...kept].join("&").replace(trailing, "");
  // A closing bracket without its opening bracket belongs to the text around the link. Names of graphs may contain pairs of brackets.
  const opening = text.match(/\(|%28/g)?.length ?? 0,
    closing = text.match(/\)|%29/g)?.length ?? 0;
  const endsInBracket = closing > opening && /(?:\)|%29)$/.test(text);
  return endsInBracket ? mended(text.replace(/(?:\)|%29)$/, "")) : text; // again, for punctuation before the bracket
}
