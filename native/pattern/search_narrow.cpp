// The pattern search for the 2x2x2 and the 3x3x3.

#define WIDTH Narrow
#include "pattern/search_of_width.inc"
