import type { INodeParameters } from 'n8n-workflow';
import type { NodeRunOptions } from './harness.cjs';
import type { Row, Step } from './caseState.cjs';

/** Replaces the form and the rows. By default, each row is a dated post on Bluesky. */
export const useSheet =
	(form: INodeParameters, ...rows: Row[]): Step =>
	(current) =>
		Object.assign(current, { form, rows: rows.map((row) => ({ ...row })) });

/** Changes the form for the next runs. */
export const changeForm =
	(changes: INodeParameters): Step =>
	(current) => {
		const { options = {}, ...fields } = changes;
		const previous = current.form.options as INodeParameters | undefined;
		current.form = {
			...current.form,
			...fields,
			options: { ...previous, ...(options as INodeParameters) },
		};
	};

/** Changes columns of the rows at these indexes, by default of the first row. */
export const changeRow =
	(changes: Row, ...indexes: number[]): Step =>
	({ rows }) =>
		(indexes.length > 0 ? indexes : [0]).forEach((index) => Object.assign(rows[index], changes));

export const addRow =
	(added: Row): Step =>
	({ rows }) =>
		rows.push({ ...added });

export const reverseRows: Step = ({ rows }) => rows.reverse();

/** Sets options of the next runs, such as how they start. */
export const setRunOptions =
	(runOptions: Partial<NodeRunOptions>): Step =>
	(current) =>
		Object.assign(current, { runOptions: { ...current.runOptions, ...runOptions } });

export const runByTrigger = setRunOptions({ mode: 'trigger' });
export const runByHand = setRunOptions({ mode: 'manual' });
export const RETRY_ON_FAIL: Step = setRunOptions({
	node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
});
