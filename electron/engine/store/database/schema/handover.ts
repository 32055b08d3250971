// Tables of handing a batch over: where each such batch is, and the project files that this folder wrote or opened.
export const handover = `
  -- Batches that were handed over or received. Others have no row.
  CREATE TABLE handover (
    batch_id INTEGER PRIMARY KEY REFERENCES batch(id) ON DELETE CASCADE,
    -- Stays with the batch from folder to folder.
    project TEXT NOT NULL,
    -- here: work goes on here. In all other states nothing of the batch is sent from here. writing: its file is being
    -- written and cannot be complete. placing: it may be complete. away: it is handed over.
    state TEXT NOT NULL CHECK (state IN ('here','writing','placing','away')),
    -- The project files that it went through, as a list of their codes, oldest first.
    chain TEXT NOT NULL CHECK (json_valid(chain)),
    -- The file that was written last, and its code; null: none was written here.
    path TEXT,
    file TEXT,
    -- When it was handed over or received last, and by whom (store/operator.ts).
    at INTEGER NOT NULL,
    operator TEXT NOT NULL,
    -- Accounts by ending at that time (shared/sending/endings.ts).
    endings TEXT NOT NULL CHECK (json_valid(endings)),
    -- What had changed when it came from the other folder (shared/contract/handover.ts); null: it has not come back.
    digest TEXT CHECK (digest IS NULL OR json_valid(digest)),
    -- How it left: with a project file that a person carries, or with a copy in the team's database.
    way TEXT NOT NULL DEFAULT 'file' CHECK (way IN ('file','team')),
    -- The member of the team who goes on with it; null: nobody has taken it over yet, or it left with a file.
    taken_by TEXT,
    CHECK (state = 'here' OR file IS NOT NULL)
  ) STRICT;
  CREATE INDEX handover_away ON handover(batch_id) WHERE state <> 'here';

  -- Kept when the batch is removed, so that no file is opened twice. Holds nothing of the batch.
  CREATE TABLE project_file (
    file TEXT PRIMARY KEY,
    project TEXT NOT NULL,
    -- The first file of a batch is 1.
    generation INTEGER NOT NULL CHECK (generation > 0),
    at INTEGER NOT NULL,
    -- dropped: it was written here, and the batch was unlocked without it.
    what TEXT NOT NULL CHECK (what IN ('written','opened','dropped'))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX project_file_of_project ON project_file(project);
`
