import { toLocalTime } from '../../common/date';
import { capitalize, formatCount } from '../../common/text';
import { findNetwork, getNetworkName } from '../../networks';
import type { EmbeddedPictures } from './embeddedPictures';
import { formatLength, formatWhen } from './formatPreview';
import type { PreviewPart, PreviewPost, Status } from './previewPost';
import { renderText } from './renderText';
import { safeHtml, type Html } from './safeHtml';

const DEFAULT_COLOR = '#475569';

/** Renders the initial of a network on its color. Hidden from screen readers, which read the name next to it. */
export function renderBadge(identifier = ''): Html {
	const { color = DEFAULT_COLOR } = findNetwork(identifier) ?? {};
	const [letter = '?'] = getNetworkName(identifier);
	return safeHtml`<span class="badge" style="background:${color}" aria-hidden="true">${letter}</span>`;
}

export const getStatusClass = (status: Status) => `is-${status.replace(' ', '-')}`;

/** Renders a status, or its number of posts, such as `4 to fix`. */
export const renderPill = (status: Status, amount?: number): Html =>
	safeHtml`<span class="pill ${getStatusClass(status)}">${
		amount === undefined ? capitalize(status) : `${amount.toLocaleString('en-US')} ${status}`
	}</span>`;

interface PartOptions {
	pictures: EmbeddedPictures;
	isForClient: boolean;
}

/** Renders a numbered post much like its network does, with its problems. */
export function renderCard(
	post: PreviewPost,
	{ number, timezone, ...options }: PartOptions & { number: number; timezone: string },
): Html {
	const { pictures, isForClient } = options;
	const { target, enteredChannels, row, status, problems, notes, parts } = post;
	const subtitle = [
		target && getNetworkName(target.identifier),
		row !== undefined && !isForClient && `row ${row}`,
	];
	const internalDetails: Array<[string, string | Html]> = [
		['Changes', (post.changed ?? []).join(', ')],
		['Tags', post.tags.join(', ')],
	];
	const details = [
		...post.settings,
		...post.settingFiles.map(([label, file]): [string, Html] => [label, pictures.renderFile(file)]),
		...internalDetails.filter(([, value]) => value !== '' && !isForClient),
	];
	return safeHtml`<li><article class="card ${getStatusClass(status)}">
<header>${target && renderBadge(target.identifier)}<div>
<h3><a id="post-${number}" name="post-${number}"><span class="number">${number}</span> ${target?.name ?? enteredChannels ?? 'No channel yet'}</a></h3>
<p class="about">${subtitle.filter(Boolean).join(' · ')}${post.when && safeHtml`<br />${renderWhen(post.when, timezone)}`}</p>
</div>${!isForClient && renderPill(status)}</header>
${renderList(problems, 'problems')}
${parts.map((part, index) => renderCardPart(part, parts.length > 1 && `${index + 1} of ${parts.length}`, options))}
${details.length > 0 && safeHtml`<dl>${details.map(([label, value]) => safeHtml`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}
${!isForClient && renderList(notes, 'notes')}
</article></li>
`;
}

const renderWhen = (when: NonNullable<PreviewPost['when']>, timezone: string) =>
	when.date === undefined
		? formatWhen(when, timezone)
		: `${toLocalTime(when.date, timezone).toFormat('ccc d LLL, HH:mm')}${when.type === 'draft' ? ', draft' : ''}`;

const renderList = (texts: string[], name: string) =>
	texts.length > 0 &&
	safeHtml`<ul class="${name}">${texts.map((text) => safeHtml`<li>${text}</li>`)}</ul>`;

function renderCardPart(
	part: PreviewPart,
	position: string | false,
	{ pictures, isForClient }: PartOptions,
): Html {
	const { content, length, limit = Infinity, delay, files } = part;
	const lengthText =
		part.limit === undefined
			? formatCount(length, 'character')
			: `${formatLength(part)} characters`;
	const tooLong = safeHtml`<strong class="over">${lengthText}: ${length - limit} too many</strong>`;
	const details = [
		position,
		delay > 0 && `${formatCount(delay, 'minute')} later`,
		!isForClient && (length > limit ? tooLong : lengthText),
	].filter(Boolean);
	return safeHtml`<div class="part"><p class="text">${renderText(content)}</p>
${files.length > 0 && safeHtml`<div class="files${files.length > 1 && ' several'}">${files.map((file) => pictures.renderFile(file))}</div>`}
<p class="length">${details.map((detail, index) => [index > 0 && ' · ', detail])}</p></div>`;
}
