// Command courseprogram is the program of the course's figures. The figures train in workers of the laboratory's program.
package main

import "sheafscope/web/course/page"

func main() { page.Run() }
