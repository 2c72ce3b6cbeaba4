import type { DateTime } from 'luxon';

import { groupBy } from '../../common/collections';
import { toLocalTime } from '../../common/date';
import { formatCount, shorten } from '../../common/text';
import { EventLoopYield } from '../../execution/eventLoopYield';
import type { PageOptions } from '../../posts/run/runOptions';
import { getVisibleText } from '../../text/storedText';
import { renderBadge, renderCard, getStatusClass, renderPill } from './card';
import { EmbeddedPictures } from './embeddedPictures';
import { countStatuses, isReady, STATUSES, type PreviewPost } from './previewPost';
import { Html, safeHtml } from './safeHtml';
import { STYLE } from './style';

/** With more cards, a page would be too large for an email. */
const MAX_CARDS = 500;

const POLICY =
	"default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The headings of the sections before the weeks, in this order. */
const FIRST_SECTIONS = {
	toFix: 'To fix',
	now: 'Published at once',
	nextSlot: 'At the next free slot of each channel',
	draft: 'Drafts without a date',
	schedule: 'Without a date',
};

/** Returns the date of a post that belongs to a week; undefined for other posts. */
const getWeekDate = ({ status, when }: PreviewPost) =>
	status === 'to fix' ? undefined : when?.date;

/** Returns the section of a post that doesn't belong to a week. */
const getSection = ({ status, when }: PreviewPost): keyof typeof FIRST_SECTIONS =>
	status === 'to fix' ? 'toFix' : (when?.type ?? 'schedule');

function getSortKey(post: PreviewPost): number {
	const date = getWeekDate(post);
	return date === undefined
		? Object.keys(FIRST_SECTIONS).indexOf(getSection(post))
		: Date.parse(date);
}

/** Numbers the posts on a page, in its order. A client only sees posts that are ready. */
export function numberPosts(
	posts: PreviewPost[],
	{ isForClient }: { isForClient: boolean },
): Map<PreviewPost, number> {
	const shownPosts = (isForClient ? posts.filter(isReady) : posts).slice(0, MAX_CARDS);
	shownPosts.sort((a, b) => getSortKey(a) - getSortKey(b));
	return new Map(shownPosts.map((post, index) => [post, index + 1]));
}

interface Card {
	post: PreviewPost;
	number: number;
	/** Only set for a post that belongs to a week. */
	localTime?: DateTime;
	html: Html;
}

type RenderOptions = PageOptions & { timezone: string; now: number };

/**
 * Renders a page with a calendar and a card per post, for people who approve posts. Only shows the numbered `posts`.
 * `timezone` is an IANA name.
 */
export async function renderPage(
	posts: PreviewPost[],
	numbers: Map<PreviewPost, number>,
	options: RenderOptions,
): Promise<string> {
	const { isForClient, approvalLink } = options;
	const readyCount = posts.filter(isReady).length;
	const total = isForClient ? readyCount : posts.length;
	const title = options.title || `Preview of ${formatCount(total, 'post')}`;
	const pictures = new EmbeddedPictures(isForClient);
	const cards = await renderCards(numbers, pictures, options);
	const approval =
		approvalLink !== '' && readyCount > 0 && renderApproval(approvalLink, readyCount);
	return safeHtml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${POLICY}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<meta name="robots" content="noindex" />
<title>${title}</title>
<style>${new Html(`${STYLE}${pictures.style}`)}</style>
</head>
<body>
<main>
<header class="top">
<h1>${title}</h1>
${renderSummary(posts, { ...options, total, shownCount: cards.length })}
</header>
${approval}
${groupBy(cards, getHeading).map(renderSection)}
${approval}
</main>
</body>
</html>
`.text;
}

/** Renders the card of each post, and embeds its pictures in the page. */
async function renderCards(
	numbers: Map<PreviewPost, number>,
	pictures: EmbeddedPictures,
	{ isForClient, timezone }: RenderOptions,
): Promise<Card[]> {
	const eventLoop = new EventLoopYield();
	const cards: Card[] = [];
	for (const [post, number] of numbers) {
		await eventLoop.yieldIfDue();
		await pictures.add([
			...post.parts.flatMap(({ files }) => files),
			...post.settingFiles.map(([, file]) => file),
		]);
		const date = getWeekDate(post);
		cards.push({
			post,
			number,
			localTime: date === undefined ? undefined : toLocalTime(date, timezone),
			html: renderCard(post, { number, pictures, timezone, isForClient }),
		});
	}
	return cards;
}

function renderSummary(
	posts: PreviewPost[],
	options: RenderOptions & { total: number; shownCount: number },
): Html {
	const { isForClient, timezone, now, total, shownCount } = options;
	const createdAt = toLocalTime(new Date(now).toISOString(), timezone);
	const pills = countStatuses(posts).map(
		([status, amount]) => safeHtml`${renderPill(status, amount)} `,
	);
	return safeHtml`<p>${isForClient ? 'None of this is published yet' : 'Nothing has been sent'}. Times are in ${timezone}. Created on ${createdAt.toFormat('d LLLL yyyy, HH:mm')}.</p>
${!isForClient && safeHtml`<p class="sums">${pills}</p>`}
${shownCount < total && safeHtml`<p class="more">This page shows ${shownCount} of ${total.toLocaleString('en-US')} posts. The output of the node has all of them.</p>`}
${total === 0 && safeHtml`<p class="more">No post is ready yet.</p>`}`;
}

function renderSection(cards: [Card, ...Card[]]): Html {
	const [first] = cards;
	return safeHtml`<section><h2>${getHeading(first)}</h2>
${first.localTime && renderWeek(cards, first.localTime.startOf('week'))}
<ul class="cards">${cards.map(({ html }) => html)}</ul></section>
`;
}

const renderApproval = (link: string, amount: number): Html =>
	safeHtml`<p class="ask"><a href="${link}">Approve ${
		amount === 1 ? 'this post' : `these ${formatCount(amount, 'post')}`
	}, or ask for a change</a> <span>To ask for a change, give the number of the post.</span></p>`;

/** Returns the heading for a post: its section, or its week, such as `2 – 8 March 2026`. */
function getHeading({ localTime, post }: Card): string {
	if (!localTime) return FIRST_SECTIONS[getSection(post)];
	const monday = localTime.startOf('week');
	const sunday = monday.plus({ days: 6 });
	const start = monday.toFormat(monday.month === sunday.month ? 'd' : 'd LLLL');
	return `${start} – ${sunday.toFormat('d LLLL yyyy')}`;
}

/** Renders the days of a week. Posts of one item at the same time share a link. */
function renderWeek(cards: Card[], monday: DateTime): Html {
	const days = [0, 1, 2, 3, 4, 5, 6].map((days) => monday.plus({ days }));
	return safeHtml`<ol class="week">${days.map((day) => renderDay(cards, day))}</ol>`;
}

function renderDay(weekCards: Card[], day: DateTime): Html {
	const cards = weekCards.filter(
		({ localTime, post }) => post.status !== 'skipped' && localTime?.hasSame(day, 'day'),
	);
	const links = groupBy(
		cards,
		({ post: { index }, localTime }) => `${index} ${Number(localTime)}`,
	).map(renderWeekLink);
	return safeHtml`<li class="${links.length === 0 && 'free'}"><p class="day"><span>${day.toFormat('ccc')}</span> ${day.toFormat('d')}</p>
${links.length > 0 && safeHtml`<ul>${links}</ul>`}</li>`;
}

function renderWeekLink(cards: [Card, ...Card[]]): Html {
	const [{ post, number, localTime }] = cards;
	const status = STATUSES.find((status) => cards.some((card) => card.post.status === status))!;
	const isDraft = post.when?.type === 'draft';
	const text = getVisibleText(post.parts[0]?.content ?? '').trim();
	const [firstLine = ''] = text.split('\n');
	const badges = cards.map((card) => renderBadge(card.post.target?.identifier));
	return safeHtml`<li><a class="entry ${getStatusClass(status)}${isDraft && ' draft'}" href="#post-${number}"><span class="at"><b>${localTime?.toFormat('HH:mm')}</b>${badges}</span> <span class="words">${isDraft && 'Draft: '}${shorten(firstLine, 60) || post.target?.name}</span></a></li>`;
}
