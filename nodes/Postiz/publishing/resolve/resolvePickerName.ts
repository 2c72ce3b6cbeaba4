import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import {
	callChannelTool,
	parsePickerOptions,
	type ChannelToolCall,
} from '../../channels/channelTools';
import { memoize, memoizeByObject } from '../../common/memoize';
import { tryParseJson } from '../../common/parseJson';
import { toProblemOrRethrow, joinRemedy, Problem } from '../../common/problem';
import { joinSentences, joinNames, quote, toComparableName } from '../../common/text';
import { isEmpty, isObject } from '../../common/value';
import { findText } from '../../networks/listValues';
import type { Picker } from '../../networks/networkTypes';
import { createErrorIssue, type Issue } from '../../posts/issue';
import { NOT_AN_ID } from '../../settings/findValueIssues';
import { blocksFurtherRequests } from '../../transport/blockingProblems';
import type { PostizClient } from '../../transport/client';

type Option = INodePropertyOptions;

/** Where to look up a name: the label of its field, and the settings on which the list may depend. */
export interface PickerLookup {
	label: string;
	settings: IDataObject;
	client: PostizClient;
	channelId: string;
	/** Whether a name is sent if its list can't be read. */
	skipsValidation: boolean;
}

/**
 * Finds a picker's option by its name or ID, and returns its value for the API. If no option or several match, returns
 * the name unchanged, with an issue unless it may be an ID. Throws {@link Problem} if further requests would fail, too,
 * unless validation is skipped.
 */
export async function resolvePickerName(
	field: Picker,
	entered: unknown,
	lookup: PickerLookup,
): Promise<{ value: unknown; issue?: Issue }> {
	const { label, skipsValidation } = lookup;
	const name = getName(entered);
	if (name === undefined || field.idPattern?.test(name)) return { value: entered };
	const options = await fetchOptions(field, lookup).catch(toProblemOrRethrow);
	if (options instanceof Problem) {
		// It may be an ID.
		if (!isCertainlyName(field, name)) return { value: entered };
		if (blocksFurtherRequests(options) && !skipsValidation) throw options;
		return { value: entered, issue: createLookupIssue(field, label, name, options) };
	}
	const withId = options?.filter((option) => getOptionId(option) === name) ?? [];
	const found =
		withId.length > 0 ? withId : (options?.filter((option) => isNamed(option, name)) ?? []);
	const [option] = found;
	if (option && found.length === 1) return { value: toSentValue(field, option.value) };
	if (!field.idPattern && !options?.length) return { value: entered };
	return { value: entered, issue: toNameIssue(field, label, name, found, options) };
}

/** Returns the name or ID in a value; undefined if it already has both. */
function getName(value: unknown): string | undefined {
	const [name, ...others] = new Set(isObject(value) ? Object.values(value) : [value]);
	return typeof name === 'string' && name.trim() !== '' && others.length === 0 ? name : undefined;
}

function getOptionId({ value }: Option): string {
	const option = tryParseJson(String(value));
	return (isObject(option) ? findText(option, ['value', 'id']) : undefined) ?? String(value);
}

const isNamed = (option: Option, name: string) =>
	toComparableName(option.name).replace(/^#/, '') === toComparableName(name).replace(/^#/, '');

/** Converts a chosen value for the API, also in a list. */
const toSentValue = ({ toApiValue }: Picker, value: Option['value']): unknown =>
	[toApiValue ? toApiValue(value, '') : value].flat()[0];

/** Memoizes calls of tools by channel and data. A failed call is retried for the next item. */
const getChannelToolCaller = memoizeByObject((client: PostizClient) =>
	memoize(async (call: ChannelToolCall) => await callChannelTool(client, call)),
);

/**
 * Fetches the options of a picker. Returns undefined if a setting on which they depend is empty. Throws {@link
 * Problem}.
 */
async function fetchOptions(field: Picker, { client, channelId, settings }: PickerLookup) {
	const { channelTool, channelToolData = {} } = field;
	const inputs = Object.entries(channelToolData).map(([key, { field: name, read }]) => [
		key,
		read ? read(settings[name]) : settings[name],
	]);
	const data = Object.fromEntries(inputs) as IDataObject;
	if (Object.values(data).some(isEmpty)) return undefined;
	const call = { channelId, methodName: channelTool, data };
	const options = parsePickerOptions(await getChannelToolCaller(client)(call), field);
	if (!options) throw new Problem('Postiz returned no list', 'Try again later.');
	return options;
}

/** True if a name can't be an ID. Other names may be IDs that are missing from the list. */
const isCertainlyName = ({ idPattern }: Picker, name: string): boolean =>
	idPattern !== undefined || NOT_AN_ID.test(name);

function toNameIssue(
	field: Picker,
	label: string,
	name: string,
	found: Option[],
	options: Option[] = [],
): Issue {
	const { channelTool, optionsLabel = channelTool } = field;
	const isAmbiguous = found.length > 1;
	const isNotAnId = isCertainlyName(field, name);
	const choices = joinNames((isAmbiguous ? found : options).map(toChoice));
	const message = isAmbiguous
		? `${label}: ${found.length} ${optionsLabel} are named ${quote(name)}`
		: isNotAnId
			? `${label} must be an ID, or the name of one of the ${optionsLabel}, not ${quote(name)}`
			: `${label} is not one of the ${optionsLabel} of this channel: ${quote(name)}`;
	return {
		level: isAmbiguous || isNotAnId ? 'error' : 'note',
		field: label,
		message,
		remedy: choices
			? `Choose one of these: ${choices}.`
			: `Channel > Look Up (${channelTool}) returns the IDs.`,
		...(!isAmbiguous && { mayBeAccepted: true }),
	};
}

function toChoice(option: Option): string {
	const id = getOptionId(option);
	return id === option.name ? id : `${option.name} (${id})`;
}

/** Creates the issue for a name whose list couldn't be read. */
const createLookupIssue = (
	{ channelTool, optionsLabel = channelTool }: Picker,
	label: string,
	name: string,
	problem: Problem,
): Issue =>
	createErrorIssue(
		label,
		`${label}: the ${optionsLabel} could not be read to find ${quote(name)}: ${problem.message}`,
		{
			remedy: joinSentences(
				joinRemedy(problem.remedy, { isForModel: true }),
				`You can also enter an ID: Channel > Look Up (${channelTool}) returns the IDs.`,
			),
			mayBeAccepted: true,
		},
	);
