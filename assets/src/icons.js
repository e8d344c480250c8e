// The icons of the page, as markup with classes of the style sheet. A panel has an empty element with the name of an icon, and this file
// inserts the markup. The program, which renders the panels, would need one call for each element of the icon.
const ICONS = {
  logo:
    '<svg viewBox="0 0 20 20" aria-hidden="true"><path class="b1" d="M4 15.5 16 4.5"></path><path class="b2" d="M1.5 10.5v6M4 ' +
    '8.5v7.5M6.5 11.5v6"></path><path class="b2" d="M13.5 2v6M16 4v7.5M18.5 3v6"></path></svg>',
  theme:
    '<svg viewBox="0 0 16 16" aria-hidden="true"><circle cx="8" cy="8" r="5.5"></circle><path class="fill" d="M8 2.5a5.5 5.5 0 0 1 ' +
    '0 11z"></path></svg>',
  more: '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M2 4.5h12M2 8h12M2 11.5h12"></path></svg>',
  back: '<svg viewBox="0 0 16 16" aria-hidden="true"><path class="fill" d="M13 3v10L6 8zM3.5 3H5v10H3.5z"></path></svg>',
};

/** Inserts an icon into each empty element whose data-icon is the name of the icon. */
export function icons() {
  for (const e of document.querySelectorAll("[data-icon]:empty")) e.innerHTML = ICONS[e.dataset.icon];
}
