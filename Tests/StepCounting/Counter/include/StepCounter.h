#pragma once

/// How many steps the counted modules have taken since the last reset.
long step_count(void);
void step_count_reset(void);
