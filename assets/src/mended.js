// Links as mails and chats damage them.

const added = /[\p{Cf}\r\n\t]|%C2%AD|%E2%80%8[B-F]|%E2%81%A0|%EF%BB%BF|%0[9AD]/giu; // soft hyphens, breaks, signs without width
const behind = /(?:[\s.,;:!?>\]}"'»”’*]|%20|%3E|%22|%5D|%7D|%C2%BB|%E2%80%9D|%E2%80%99)+$/i;

/**
 * The fragment of an address without what was added to it on its way: signs behind it, breaks and signs without width within it,
 * parameters of campaigns, and letters written as their codes. A fragment that the page wrote stays as it is.
 */
export function mended(hash) {
  if (/^#?url=/.test(hash)) return hash; // an address of its own
  let text = hash
    .replace(/=(\r?\n|(%0D)?%0A)/gi, "")
    .replace(added, "")
    .replace(/%5F/gi, "_")
    .replace(/%2D/gi, "-")
    .replace(/%2E/gi, ".");
  const [, mark, body] = /^(#?s\d\.)([^&?]*)/.exec(text) ?? [];
  if (mark) return mark + body.replace(/%[0-9a-f]{2}|[^\w-]/gi, ""); // the text of a link has letters, digits, - and _
  text = text.replace(/^(#?\w+)%3D/i, "$1=");
  const [head, ...more] = text.split("&"),
    rest = more.filter((part) => !/^(utm_\w+|fbclid|gclid|mc_[ce]id)=/.test(part));
  text = [head, ...rest].join("&").replace(behind, "");
  const open = text.match(/\(|%28/g)?.length ?? 0,
    closed = text.match(/\)|%29/g)?.length ?? 0; // names of graphs have brackets, too
  return closed > open && /(?:\)|%29)$/.test(text) ? mended(text.replace(/(?:\)|%29)$/, "")) : text;
}
