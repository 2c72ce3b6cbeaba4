import { markup, type Html } from './html';
import { badge } from './networks';
import type { Pictures } from './pictures';
import type { PreviewPart, PreviewPost, Status } from './post';
import { showLength } from './row';
import { showText } from './text';

/** More parts, problems or files would only make the page large. */
const MAX_PARTS = 30;

const LABELS: Record<Status, string> = {
	new: 'New',
	changed: 'Changed',
	there: 'There already',
	'left out': 'Left out',
	'to fix': 'To fix',
	waiting: 'Waiting',
};

export const classOf = (status: Status) => `is-${status.replace(' ', '-')}`;

/** A status as a mark; with an amount, such as `4 to fix`. */
export const pill = (status: Status, amount?: number): Html =>
	markup`<span class="pill ${classOf(status)}">${
		amount === undefined ? LABELS[status] : `${amount.toLocaleString('en-US')} ${status}`
	}</span>`;

/** What a card needs to know about the page. */
export interface CardPlace {
	/** Names the card in addresses. */
	id: string;
	/** When the post is published, in words. */
	when?: Html;
	pictures: Pictures;
}

/** A post as its network shows it, with what is wrong. */
export function card(post: PreviewPost, { id, when, pictures }: CardPlace): Html {
	const { channel, network, identifier, row, status, problems, notes, settings } = post;
	const isTitle = ([label]: [string, unknown]) => /^(video |post )?title$/i.test(label);
	const about = [network, row !== undefined && `row ${row}`].filter(Boolean).join(' · ');
	const repeats = post.repeats !== undefined && `, every ${post.repeats} days`;
	return markup`<li><article class="card ${classOf(status)}">
<header>${channel !== undefined && badge(identifier, network)}<div>
<h4><a id="${id}" name="${id}">${channel ?? 'No post yet'}</a></h4>
<p class="about">${about}${when && markup`<br />${when}${repeats}`}</p>
</div>${pill(status)}</header>
${lines(problems, 'problems')}
${settings.filter(isTitle).map(([, title]) => markup`<p class="title">${title}</p>`)}
${parts(post, pictures)}
${details(post, isTitle, pictures)}
${lines(notes, 'notes')}
</article></li>
`;
}

const lines = (texts: string[], name: string) =>
	texts.length > 0 &&
	markup`<ul class="${name}">${texts.slice(0, MAX_PARTS).map((text) => markup`<li>${text}</li>`)}</ul>`;

function parts({ parts: all, count }: PreviewPost, pictures: Pictures) {
	const shown = all.slice(0, MAX_PARTS).map((part, index) => {
		const { content, length, limit, delay, files } = part;
		const isOver = limit !== undefined && length > limit;
		return markup`<div class="part"><p class="text">${showText(content, { length, limit, count })}</p>
${files.length > 0 && markup`<div class="files files-${Math.min(files.length, 3)}">${files.slice(0, MAX_PARTS).map((file) => pictures.show(file))}</div>`}
<p class="length${isOver && ' over'}">${all.length > 1 && `${index + 1} of ${all.length} · `}${delay > 0 && `${delay} minutes later · `}${describeLength(part)}</p></div>`;
	});
	const left = all.length - shown.length;
	return [...shown, left > 0 && markup`<p class="length">… and ${left} more parts</p>`];
}

function describeLength(part: PreviewPart) {
	const { length, limit } = part;
	if (limit === undefined || length <= limit) return `${showLength(part)} characters`;
	return markup`<strong>${showLength(part)} characters: ${length - limit} too many</strong>`;
}

function details(
	{ settings, settingFiles, tags, changed = [] }: PreviewPost,
	isTitle: (setting: [string, unknown]) => boolean,
	pictures: Pictures,
) {
	const all: Array<[string, string | Html]> = [
		...(changed.length > 0 ? [['Changes', changed.join(', ')] as [string, string]] : []),
		...settings.filter((setting) => !isTitle(setting)),
		...settingFiles.map(([label, file]): [string, Html] => [label, pictures.show(file)]),
		...(tags.length > 0 ? [['Tags', tags.join(', ')] as [string, string]] : []),
	];
	return (
		all.length > 0 &&
		markup`<dl>${all.slice(0, MAX_PARTS).map(([label, value]) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
	);
}
