import { getChannelLabel } from '../../channels/channelLabel';
import { formatCount, joinNames, quote, wasOrWere } from '../../common/text';
import { dropEmptyHints, type Hint } from '../../execution/operationResult';
import type { DesiredPost } from '../../posts/desiredPost';
import { MAX_SEARCHED_POSTS } from '../../posts/existingPost';
import type { ResolvedItem, ValidatedRun } from '../../posts/run/runSteps';
import { findUnconvertedMarkup } from '../../text/textNotes';

/** Creates hints about blank rows, channels without a post, unused Network Settings, and markup in plain text. */
export function createItemHints({
	blankRows,
	resolvedItems,
	itemIndexes,
	calendar,
}: ValidatedRun): Hint[] {
	const desiredPosts = resolvedItems.flatMap((item) => item.desiredPosts);
	const hasUnresolvedItems = resolvedItems.length < itemIndexes.length;
	const disabled = resolvedItems.flatMap((item) => item.disabledChannels.map(getChannelLabel));
	return dropEmptyHints([
		{ text: describeBlankRows(blankRows.size) },
		{ text: describeUnsearchedPosts(calendar.unsearchedCount) },
		{ text: describeDisabledChannels([...new Set(disabled)]) },
		// A failed item may need the settings.
		{
			text: hasUnresolvedItems ? '' : describeUnusedSettings(resolvedItems, desiredPosts),
			forModel: '',
		},
		{ text: describeMarkup(desiredPosts), forModel: '' },
	]);
}

const describeBlankRows = (count: number): string =>
	count === 0 ? '' : `${formatCount(count, 'blank row')} ${wasOrWere(count)} skipped.`;

const describeDisabledChannels = (channels: string[]): string =>
	channels.length === 0
		? ''
		: `These channels of the chosen groups were skipped because they are disabled in Postiz: ${channels.join(', ')}.`;

/** Empty for several items: the next run may have items that need the settings. */
function describeUnusedSettings(resolved: ResolvedItem[], desiredPosts: DesiredPost[]): string {
	const unused = resolved.length === 1 ? resolved[0]!.unusedSettingsLabels : [];
	return unused.length === 0
		? ''
		: `Network Settings for ${[...new Set(unused)].join(', ')} were ignored: ${describeChosenChannels(desiredPosts)}.`;
}

function describeMarkup(desiredPosts: DesiredPost[]): string {
	const [markup] = desiredPosts.flatMap(findMarkupInPlainText);
	if (!markup) return '';
	const { found, format } = markup;
	return `${quote(found)} is published as text. If it is ${format}, set the option Text Format to ${format}.`;
}

/** The list of posts has no Row IDs on older instances, so each post has to be opened. */
const describeUnsearchedPosts = (count: number): string =>
	count === 0
		? ''
		: `Only ${MAX_SEARCHED_POSTS} posts were searched for Row IDs, and ${formatCount(count, 'more post')} ${wasOrWere(count)} skipped. If a row has two posts now, delete the older one.`;

/** The chosen channels, as the end of a sentence. */
function describeChosenChannels(desiredPosts: DesiredPost[]): string {
	const [only = '', ...others] = new Set(desiredPosts.map(({ target }) => getChannelLabel(target)));
	return others.length === 0
		? `the chosen channel is ${only}`
		: `the chosen channels are ${joinNames([only, ...others], 120)}`;
}

/** Finds Markdown or HTML in plain text that the network doesn't render. */
function findMarkupInPlainText({ target, parts }: DesiredPost) {
	const texts = parts.flatMap(({ textInput }) =>
		textInput?.format === 'automatic' ? textInput.texts : [],
	);
	return texts
		.flatMap((text) => findUnconvertedMarkup(text) ?? [])
		.filter(({ format }) => format === 'HTML' || target.network?.markup !== 'markdown');
}
