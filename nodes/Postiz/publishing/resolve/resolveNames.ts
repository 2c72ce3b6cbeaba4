import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { callTool, parsePickerOptions } from '../../channels/channelTools';
import { memoize, memoizeByObject } from '../../common/memoize';
import { tryParseJson } from '../../common/parseJson';
import { rethrowUnlessProblem, joinRemedy, Problem } from '../../common/problem';
import { joinSentences, joinNames, quote, toComparableName } from '../../common/text';
import { isEmpty, isObject, getProperties } from '../../common/value';
import type { Picker, SettingField } from '../../networks/networkTypes';
import { findText } from '../../networks/pickerValues';
import { isPicker } from '../../networks/settingFields';
import type { ChannelPost } from '../../posts/desiredPost';
import type { Issue } from '../../posts/issue';
import { NOT_AN_ID } from '../../settings/validateSetting';
import type { PostizClient } from '../../transport/client';
import { blocksFurtherRequests } from '../../transport/response';

type Option = INodePropertyOptions;

/** Calls a tool once for the same channel and data; what failed is tried again for the next item. */
const getToolCaller = memoizeByObject((client: PostizClient) =>
	memoize(async (call: Parameters<typeof callTool>[1]) => await callTool(client, call)),
);

/** Other pickers only search. */
const hasChoices = (field: SettingField): field is Picker =>
	isPicker(field) && field.searchKey === undefined;

/**
 * Replaces names in settings with IDs, where a network needs an ID, such as that of a board. They are looked up in the
 * list of the field, once a run and channel. A name that isn't found there, or twice, becomes an issue with the choices.
 */
export async function resolveNames<T extends ChannelPost>(
	post: T,
	client: PostizClient,
	keys = Object.keys(post.settings),
): Promise<T> {
	const { network, id } = post.target;
	const fields = (network?.fields ?? []).filter(({ name }) => keys.includes(name));
	const resolver = new NameResolver(client, id);
	const settings = await resolver.resolveSettings(fields, post.settings);
	return { ...post, settings, nameIssues: resolver.issues };
}

class NameResolver {
	readonly issues: Issue[] = [];

	constructor(
		private readonly client: PostizClient,
		private readonly channelId: string,
	) {}

	/** `group` is the label of the group that has these settings. */
	async resolveSettings(
		fields: SettingField[],
		settings: IDataObject,
		group?: string,
	): Promise<IDataObject> {
		const resolved = { ...settings };
		for (const field of fields) {
			const { name, displayName, nested } = field;
			const value: unknown = resolved[name];
			const label = group === undefined ? displayName : `${group}: ${displayName}`;
			if (nested && Array.isArray(value)) {
				resolved[name] = (await this.resolveGroups(nested, value)) as IDataObject[];
			} else if (hasChoices(field) && !isEmpty(value)) {
				const resolve = async (entry: unknown) =>
					(await this.resolveName(field, entry, label, resolved)) as string;
				resolved[name] = Array.isArray(value)
					? await Promise.all(value.map(resolve))
					: await resolve(value);
			}
		}
		return resolved;
	}

	private async resolveGroups(
		{ name, fields }: NonNullable<SettingField['nested']>,
		groups: unknown[],
	): Promise<unknown[]> {
		const resolve = async (group: unknown, index: number) => {
			const { value } = getProperties(group);
			if (!isObject(value)) return group;
			const label = groups.length > 1 ? `${name} ${index + 1}` : name;
			return { ...getProperties(group), value: await this.resolveSettings(fields, value, label) };
		};
		return await Promise.all(groups.map(resolve));
	}

	/** `settings` are those that the list may depend on. */
	private async resolveName(
		field: Picker,
		value: unknown,
		label: string,
		settings: IDataObject,
	): Promise<unknown> {
		const name = getName(value);
		if (name === undefined || field.idPattern?.test(name)) return value;
		const options = await fetchOptions(this.client, this.channelId, field, settings).catch(
			rethrowUnlessProblem,
		);
		if (options instanceof Problem) {
			if (isCertainlyName(field, name)) this.addFailedLookup(field, label, name, options);
			return value;
		}
		const withId = options?.filter((option) => getOptionId(option) === name) ?? [];
		const found =
			withId.length > 0 ? withId : (options?.filter((option) => isNamed(option, name)) ?? []);
		const [option] = found;
		if (option && found.length === 1) return toSentValue(field, option.value);
		if (field.idPattern || options?.length) {
			this.issues.push(toNameIssue(field, label, name, found, options));
		}
		return value;
	}

	/** Throws {@link Problem} if no request would succeed now: the name may be right. */
	private addFailedLookup(
		{ tool, optionsLabel = tool }: Picker,
		label: string,
		name: string,
		problem: Problem,
	): void {
		if (blocksFurtherRequests(problem)) throw problem;
		this.issues.push({
			level: 'error',
			field: label,
			message: `${label}: the ${optionsLabel} could not be read to find ${quote(name)}: ${problem.message}`,
			remedy: joinSentences(
				joinRemedy(problem.remedy, { isForModel: true }),
				`You can also enter an ID: Channel > Look Up (${tool}) returns the IDs.`,
			),
			mayBeAccepted: true,
		});
	}
}

/** The name or ID in a value; undefined if it has both. */
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

/** A chosen value as it is sent, also in a list. */
const toSentValue = ({ toPayload }: Picker, value: Option['value']): unknown =>
	[toPayload ? toPayload(value, '') : value].flat()[0];

/** The options of a picker; undefined if a setting that they belong to is empty. Throws {@link Problem}. */
async function fetchOptions(
	client: PostizClient,
	channelId: string,
	field: Picker,
	settings: IDataObject,
) {
	const { tool, toolData = {} } = field;
	const inputs = Object.entries(toolData).map(([key, { field: name, read }]) => [
		key,
		read ? read(settings[name]) : settings[name],
	]);
	const data = Object.fromEntries(inputs) as IDataObject;
	if (Object.values(data).some(isEmpty)) return undefined;
	const call = { channelId, methodName: tool, data };
	const options = parsePickerOptions(await getToolCaller(client)(call), field);
	if (!options) throw new Problem('Postiz returned no list', 'Try again later.');
	return options;
}

/** True for what can't be an ID; other names may be IDs that the list leaves out. */
const isCertainlyName = ({ idPattern }: Picker, name: string): boolean =>
	idPattern !== undefined || NOT_AN_ID.test(name);

function toNameIssue(
	field: Picker,
	label: string,
	name: string,
	found: Option[],
	options: Option[] = [],
): Issue {
	const { tool, optionsLabel = tool } = field;
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
			: `Channel > Look Up (${tool}) returns the IDs.`,
		...(!isAmbiguous && { mayBeAccepted: true }),
	};
}

function toChoice(option: Option): string {
	const id = getOptionId(option);
	return id === option.name ? id : `${option.name} (${id})`;
}
